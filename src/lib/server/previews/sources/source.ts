import type { CategoryList } from '../../platform/category-list.ts';
import type { ServiceAddresses } from '../../platform/config/config.ts';
import type { Findings } from '../findings.ts';
import type { Look } from '../look.ts';
import type { ReadAddress } from '../read-address.ts';

/** What a source gets. It adds what it finds to the findings, and what it could not read to the look's problems. */
export interface Sourcing {
  look: Look;
  findings: Findings;
  services: ServiceAddresses;
  categories: CategoryList;
}

/** Reads one kind of page. @returns the address that answered, after redirects; null if nothing could be read */
export type ReadSource = (sourcing: Sourcing, address: ReadAddress) => Promise<string | null>;

const sentences: Readonly<Record<number, string>> = {
  401: 'wants a login before it shows anything',
  403: 'does not let programs read it',
  404: 'has no such page',
  410: 'says that this page is gone',
  429: 'was asked too often. Try again later',
};

/** Why an answer is of no use, as a sentence about its host. */
export function sentenceOfStatus(host: string, status: number): string {
  return `${host} ${sentences[status] ?? `answered with the error ${String(status)}`}.`;
}
