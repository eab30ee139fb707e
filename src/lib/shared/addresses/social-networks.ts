// The social networks that a profile can link to, in the order in which forms offer them.
import { toLink } from './links.ts';

/** Subdomains of the hosts count as well. `start` precedes a handle in an address; Stack Overflow has numbers. */
export const networks = {
  linkedin: { name: 'LinkedIn', hosts: ['linkedin.com'], start: 'https://www.linkedin.com/in/' },
  github: { name: 'GitHub', hosts: ['github.com'], start: 'https://github.com/' },
  twitter: { name: 'X (Twitter)', hosts: ['twitter.com', 'x.com'], start: 'https://x.com/' },
  'stack-overflow': { name: 'Stack Overflow', hosts: ['stackoverflow.com'], start: '' },
  youtube: { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'], start: 'https://www.youtube.com/@' },
  medium: { name: 'Medium', hosts: ['medium.com'], start: 'https://medium.com/@' },
  facebook: { name: 'Facebook', hosts: ['facebook.com', 'fb.com'], start: 'https://www.facebook.com/' },
  instagram: { name: 'Instagram', hosts: ['instagram.com'], start: 'https://www.instagram.com/' },
  tiktok: { name: 'TikTok', hosts: ['tiktok.com'], start: 'https://www.tiktok.com/@' },
  pinterest: { name: 'Pinterest', hosts: ['pinterest.com'], start: 'https://www.pinterest.com/' },
} satisfies Record<string, { name: string; hosts: [string, ...string[]]; start: string }>;

export type SocialNetwork = keyof typeof networks;
export const socialNetworks = Object.keys(networks) as SocialNetwork[];

/** Whether members may use a domain of their own, so that every host is allowed. */
export const hasOwnDomains = (network: SocialNetwork): boolean => network === 'medium';

export function isSocialNetwork(name: string): name is SocialNetwork {
  return Object.hasOwn(networks, name);
}

/** '@ada.obi' or 'ada_obi'; a name with a dot and no '@' is rather an address. */
const handle = /^(?:@([\w.-]{1,60})|([\w-]{1,60}))$/;

/**
 * @param text an address or a handle
 * @returns the address in the form that is stored; null if it is not a web address or not one of this network
 */
export function toSocialLink(network: SocialNetwork, text: string): string | null {
  const [isHandle, withSign, bare] = handle.exec(text.trim()) ?? [];
  const { hosts, start } = networks[network];
  if (isHandle && start) return `${start}${withSign ?? bare ?? ''}`;
  const link = toLink(text);
  if (link === null || hasOwnDomains(network)) return link;
  const { hostname } = new URL(link);
  const isOf = (host: string): boolean => hostname === host || hostname.endsWith(`.${host}`);
  return (hosts as readonly string[]).some(isOf) ? link : null;
}
