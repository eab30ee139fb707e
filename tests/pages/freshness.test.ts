// After each kind of write every public address answers as if nothing were kept. Only answers whose reads return
// something new are compared after each write; `npm run proof -- freshness` compares all of them each time, on both engines.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';
import { engines } from '../support/test-product.ts';

/** The last write of people, when there is most to see, and the last of all. */
const wholeAfter = [
  'a handle is given up for another one',
  'an account is deleted, and the job that removes it ends',
];

describe.each(engines)('kept answers on %s', (engine) => {
  // The cache does not depend on the engine, and what a write publishes is seen at two addresses of each kind.
  const ofEachKind = engine === 'sqlite' ? Infinity : 2;
  testKeptAnswers(engine, { isWhole: (write) => wholeAfter.includes(write), ofEachKind });
});
