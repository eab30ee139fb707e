// Header fields that let the next page open at once (docs/decisions/027-opens-at-once.md).
import { urls } from '../../../shared/addresses/urls.ts';
import { parametersOfPage } from '../../../shared/page/page-facts.ts';
import { speculationVersion } from '../../../shared/page/speculation-rules.ts';
import { speculationField } from '../answer/speculation-field.ts';
import type { HeaderPair } from './rendered-response.ts';

const rules = `"${urls.speculationRules(speculationVersion)}"`;

/** The fields of a page that was found. */
export function openingFields(path: string): HeaderPair[] {
  return [
    [speculationField, rules],
    ['vary', 'save-data'],
    ['no-vary-search', noVarySearch(path)],
  ];
}

/** Tells browsers what the cache key knows: which parameters make another page. `utm_source` and the like do not. */
function noVarySearch(path: string): string {
  const names = parametersOfPage(path).map(({ name }) => `"${name}"`);
  return names.length === 0 ? 'key-order, params' : `key-order, params, except=(${names.join(' ')})`;
}
