// After each kind of write, every public address answers as if nothing were cached. After most writes this compares
// only the answers whose reads return something new; `npm run proof -- freshness` compares all of them each time, on
// both engines.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';
import { engines } from '../support/test-product.ts';

/** The last write by a person, when the directory is largest, and the very last write. */
const wholeAfter = ['a handle is replaced', 'an account is deleted and its job ends'];

describe.each(engines)('Cached answers on %s', (engine) => {
  // The cache does not depend on the engine; two addresses of each kind show that a write invalidates them.
  const ofEachKind = engine === 'sqlite' ? Infinity : 2;
  testKeptAnswers(engine, { isWhole: (write) => wholeAfter.includes(write), ofEachKind });
});
