// The social networks that a profile can link to, in the order in which forms offer them.
import { toLink } from './links.ts';

/** Subdomains of the hosts count as well. */
export const networks = {
  linkedin: { name: 'LinkedIn', hosts: ['linkedin.com'] },
  github: { name: 'GitHub', hosts: ['github.com'] },
  twitter: { name: 'X (Twitter)', hosts: ['twitter.com', 'x.com'] },
  'stack-overflow': { name: 'Stack Overflow', hosts: ['stackoverflow.com'] },
  youtube: { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  medium: { name: 'Medium', hosts: ['medium.com'] },
  facebook: { name: 'Facebook', hosts: ['facebook.com', 'fb.com'] },
  instagram: { name: 'Instagram', hosts: ['instagram.com'] },
  tiktok: { name: 'TikTok', hosts: ['tiktok.com'] },
  pinterest: { name: 'Pinterest', hosts: ['pinterest.com'] },
} satisfies Record<string, { name: string; hosts: [string, ...string[]] }>;

export type SocialNetwork = keyof typeof networks;
export const socialNetworks = Object.keys(networks) as SocialNetwork[];

/** Whether members may use a domain of their own, so that every host is allowed. */
export const hasOwnDomains = (network: SocialNetwork): boolean => network === 'medium';

export function isSocialNetwork(name: string): name is SocialNetwork {
  return Object.hasOwn(networks, name);
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
  const isOf = (host: string): boolean => hostname === host || hostname.endsWith(`.${host}`);
  return networks[network].hosts.some(isOf) ? link : null;
}
