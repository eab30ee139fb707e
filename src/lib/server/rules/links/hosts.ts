import { toLink } from '../../../shared/addresses/links.ts';

/**
 * @returns the host of a rule in the form of addresses, from a host or a whole link; null for a text that is neither
 */
export function readHost(text: string): string | null {
  const link = toLink(text.trim().replace(/^\*\./, ''));
  return link === null ? null : hostOf(link);
}

/** @returns the host of a stored link, without a final dot */
export function hostOf(link: string): string | null {
  const parsed = URL.parse(link);
  return parsed === null ? null : parsed.hostname.toLowerCase().replace(/\.$/, '');
}

/** A host and the domains that it belongs to: rules for one of them count. */
export function hostsAround(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
