// After each kind of write, every public address answers as if nothing were cached. After most writes this compares
// only the answers whose reads return something new; `npm run proof -- freshness` compares all of them each time, on
// both engines. `npm test` compares one address of each kind, such as one page of an app. freshness-postgres.test.ts
// is a file of its own, so that another worker runs it.
import { describe } from 'vitest';
import { testKeptAnswers } from '../support/kept-answers.ts';

/** The last write by a person, when the directory is largest, and the very last write. */
const wholeAfter = ['a handle is replaced', 'an account is deleted and its job ends'];

const limits = process.env['TEST_SCOPE'] === 'push' ? { ofEachKind: 1 } : {};

describe('Cached answers on sqlite', () => {
  testKeptAnswers('sqlite', { isWhole: (write) => wholeAfter.includes(write), ...limits });
});
