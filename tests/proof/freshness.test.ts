// After each kind of write every public address is rendered anew, and answers as if nothing were kept. `npm test`
// leaves out the answers whose reads return what they returned before, and on PostgreSQL all but two of each kind.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('kept answers on %s', (engine) => {
  testKeptAnswers(engine, { isWhole: () => true });
});
