// The social networks that a profile can link to, in the order in which forms offer them.
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

/** Hosts of the profiles of each network. Their subdomains count as well. */
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

/** Networks whose members may use a domain of their own, so that every host is allowed for them. */
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

/** @returns the network's main host, for messages */
export function socialHost(network: SocialNetwork): string {
  return hosts[network][0] ?? '';
}

/** What precedes a handle in the address of a profile; Stack Overflow has numbers. */
const beforeHandle: Partial<Record<SocialNetwork, string>> = {
  linkedin: 'https://www.linkedin.com/in/',
  github: 'https://github.com/',
  twitter: 'https://x.com/',
  youtube: 'https://www.youtube.com/@',
  medium: 'https://medium.com/@',
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  pinterest: 'https://www.pinterest.com/',
};

/** '@ada.obi' or 'ada_obi'; a name with a dot and no '@' is rather an address. */
const handle = /^(?:@([\w.-]{1,60})|([\w-]{1,60}))$/;

/**
 * @param text an address or a handle
 * @returns the address in the form that is stored; null if it is not a web address or not one of this network
 */
export function toSocialLink(network: SocialNetwork, text: string): string | null {
  const [isHandle, withSign, bare] = handle.exec(text.trim()) ?? [];
  const start = beforeHandle[network];
  if (isHandle && start) return `${start}${withSign ?? bare ?? ''}`;
  const link = toLink(text);
  if (link === null || hasOwnDomains(network)) return link;
  const { hostname } = new URL(link);
  return hosts[network].some((host) => hostname === host || hostname.endsWith(`.${host}`)) ? link : null;
}
