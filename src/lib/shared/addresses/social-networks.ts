// Runs anywhere. The social networks a profile can link to, in the order in which they are offered.
import { toLink } from './links.ts';

export const socialNetworks = [
  'linkedin',
  'github',
  'twitter',
  'stack-overflow',
  'youtube',
  'medium',
  'facebook',
  'instagram',
  'tiktok',
  'pinterest',
] as const;

export type SocialNetwork = (typeof socialNetworks)[number];

/** Where the profiles of a network are; addresses below these hosts count as well. */
const hosts: Record<SocialNetwork, readonly string[]> = {
  linkedin: ['linkedin.com'],
  github: ['github.com'],
  twitter: ['twitter.com', 'x.com'],
  'stack-overflow': ['stackoverflow.com'],
  youtube: ['youtube.com', 'youtu.be'],
  medium: ['medium.com'],
  facebook: ['facebook.com', 'fb.com'],
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  pinterest: ['pinterest.com'],
};

/** Networks whose members may put their page on a domain of their own, so that no host tells whether it is one. */
const ownDomains: ReadonlySet<SocialNetwork> = new Set<SocialNetwork>(['medium']);

export function hasOwnDomains(network: SocialNetwork): boolean {
  return ownDomains.has(network);
}

export const socialNames: Record<SocialNetwork, string> = {
  linkedin: 'LinkedIn',
  github: 'GitHub',
  twitter: 'X (Twitter)',
  'stack-overflow': 'Stack Overflow',
  youtube: 'YouTube',
  medium: 'Medium',
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
};

export function isSocialNetwork(name: string): name is SocialNetwork {
  return Object.hasOwn(hosts, name);
}

/** The host that an address of this network is on, to be named in a sentence. */
export function socialHost(network: SocialNetwork): string {
  return hosts[network][0] ?? '';
}

/** The address in the form to keep; null for one that is no web address, or cannot be of this network. */
export function toSocialLink(network: SocialNetwork, text: string): string | null {
  const link = toLink(text);
  if (link === null || hasOwnDomains(network)) return link;
  const { hostname } = new URL(link);
  return hosts[network].some((host) => hostname === host || hostname.endsWith(`.${host}`)) ? link : null;
}
