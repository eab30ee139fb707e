// After each kind of write, every public address is rendered again and answers as if nothing were cached. `npm test`
// skips the answers whose reads return the same as before, and most addresses of a kind on PostgreSQL.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';
import { bothEngines } from '../support/test-product.ts';

describe.each(bothEngines)('Cached answers on %s', (engine) => {
  testKeptAnswers(engine, { isWhole: () => true });
});
