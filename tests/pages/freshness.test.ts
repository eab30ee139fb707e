// After each kind of write, every public address answers as if nothing were cached. After most writes this compares
// only the answers whose reads return something new; `npm run proof -- freshness` compares all of them each time, on
// both engines.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';
import { bothEngines } from '../support/test-product.ts';

/** The last write by a person, when the directory is largest, and the very last write. */
const wholeAfter = ['a handle is replaced', 'an account is deleted and its job ends'];

/** Pages of lists, apps and people, searches, feeds, the sitemap, and the GETs of the API. */
const mostUsed =
  /^\/(?:$|apps(?:\?|$)|app\/[^/]+$|user\/[^/]+$|category\/|search\?|feeds\/|sitemap\.xml$|api\/v1\/(?:app|user|timeline)\/)/;

describe.each(bothEngines)('Cached answers on %s', (engine) => {
  // The cache does not depend on the engine: one address of the most used kinds shows that a write invalidates it.
  if (engine === 'postgres')
    testKeptAnswers(engine, { isWhole: () => false, among: mostUsed, ofEachKind: 1 });
  else testKeptAnswers(engine, { isWhole: (write) => wholeAfter.includes(write) });
});
