// Which name a link proves, by the public suffix list: busha.co for https://www.busha.co/app, but a whole host for a
// shared one (busha.vercel.app), because its neighbours belong to others.
import { getDomain } from 'tldts';
import type { ProofWay } from '../../shared/schemas/proofs.ts';

/** @returns the registrable domain of a host; null for a public suffix, an address made of numbers, or nothing */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true });
}

export const hostOf = (link: string): string => URL.parse(link)?.hostname.replace(/\.$/, '') ?? '';

export const domainOfLink = (link: string): string | null => registrableDomain(hostOf(link));

/**
 * The domain whose name a proof speaks of; null where anybody can choose the first word: a host below a domain
 * (kuda.evil.ng), a shared host (kuda.vercel.app), a repository, and an app of a store, whose id may look like a
 * domain.
 */
export function ownDomain({ name, way }: { name: string; way: ProofWay }): string | null {
  const isOfWebsite = way === 'file' || way === 'meta' || way === 'dns';
  return isOfWebsite && getDomain(name, { allowPrivateDomains: false }) === name ? name : null;
}
