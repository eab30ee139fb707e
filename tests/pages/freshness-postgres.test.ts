// The test of freshness.test.ts on PostgreSQL. The cache does not depend on the engine, so `npm test` compares one
// address of the most used kinds; `npm run test:all` compares the same addresses as on SQLite.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';

/** Pages of lists, apps and people, searches, feeds, the sitemap, and the GETs of the API. */
const mostUsed =
  /^\/(?:$|apps(?:\?|$)|app\/[^/]+$|user\/[^/]+$|category\/|search\?|feeds\/|sitemap\.xml$|api\/v1\/(?:app|user|timeline)\/)/;
const limits = process.env['TEST_SCOPE'] === 'push' ? { among: mostUsed, ofEachKind: 1 } : {};

describe('Cached answers on postgres', () => {
  testKeptAnswers('postgres', { isWhole: () => false, ...limits });
});
