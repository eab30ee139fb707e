// After each kind of write, every public address is rendered again and answers as if nothing were cached. `npm test`
// skips the answers whose reads return the same as before, and most addresses of a kind on PostgreSQL.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Cached answers on %s', (engine) => {
  testKeptAnswers(engine, { isWhole: () => true });
});
