// The test of freshness.test.ts on PostgreSQL. The cache does not depend on the engine: one address of the most used
// kinds shows that a write invalidates it.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';

/** Pages of lists, apps and people, searches, feeds, the sitemap, and the GETs of the API. */
const mostUsed =
  /^\/(?:$|apps(?:\?|$)|app\/[^/]+$|user\/[^/]+$|category\/|search\?|feeds\/|sitemap\.xml$|api\/v1\/(?:app|user|timeline)\/)/;

describe('Cached answers on postgres', () => {
  testKeptAnswers('postgres', { isWhole: () => false, among: mostUsed, ofEachKind: 1 });
});
