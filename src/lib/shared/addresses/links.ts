import { limits } from '../schemas/limits.ts';
import { urlOf } from '../text/text.ts';

/** Top-level names that no public website has (RFC 6761, 6762, 7686, 8375, 9476). */
export const privateEndings: ReadonlySet<string> = new Set([
  'local',
  'localhost',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'onion',
  'test',
  'invalid',
  'example',
  'alt',
  'arpa',
]);

function isPublicHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  // At least one dot, and letters in the last label: an address such as 127.0.0.1 or [::1] has none.
  if (!/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(name)) return false;
  return !privateEndings.has(name.slice(name.lastIndexOf('.') + 1));
}

/**
 * @returns the link as it is stored: absolute, http(s), on a public host, without user or password, a bare host with
 * https:// before it; null for a text that is not such a link
 */
export function toLink(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > limits.url || /[\s\p{Cc}]/u.test(trimmed)) return null;
  const absolute =
    /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/]+\.[^/]+:\d/.test(trimmed)
      ? trimmed
      : `https://${trimmed}`;
  const url = urlOf(absolute);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return isPublicHost(url.hostname) && url.href.length <= limits.url
    ? url.href.replace(/^(https?:\/\/[^/]+)\/$/, '$1')
    : null;
}

/** Works as `toLink`, and takes only links to the host of the store. */
export function toStoreLink(text: string, host: string): string | null {
  const link = toLink(text);
  return link !== null && new URL(link).hostname.toLowerCase() === host ? link : null;
}

export const storeHosts = { playstore: 'play.google.com', appstore: 'apps.apple.com' } as const;

export const linkNames = ['website', 'external_link', 'appstore_link', 'playstore_link'] as const;
export type LinkName = (typeof linkNames)[number];
