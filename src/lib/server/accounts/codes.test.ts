import { expect, test } from 'vitest';
import { hashCode } from './codes.ts';

const key = Buffer.alloc(32, 1);
const hash = (code: string) => hashCode(code, 'registration', key);

test('A code may be typed in groups, with spaces, hyphens or dashes between them, and in lower case', () => {
  for (const typed of [
    'W4E3-3KYA',
    'w4e3 3kya',
    ' W4 E3 3K YA ',
    'W4E3–3KYA',
    'W4E3\u20113KYA',
    'W4E3\u00a03KYA',
  ])
    expect([typed, hash(typed)]).toEqual([typed, hash('W4E33KYA')]);
  expect(hash('W4E33KYC')).not.toBe(hash('W4E33KYA'));
});
