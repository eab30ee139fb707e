import { expect, test } from 'vitest';
import { allOf, anyOf, except, token, toTsquery } from './expression.ts';

const [one, two] = [token('na'), token('aa')];

test('Names a word that is typed again and again once', () => {
  const word = (): ReturnType<typeof anyOf> => anyOf(one, two);
  expect(allOf(word(), token('nb'), word(), word())).toBe('(("na" OR "aa") AND "nb")');
  expect(allOf(word(), word())).toBe('("na" OR "aa")');
  expect(toTsquery(except(anyOf(one, two, one), allOf(one)))).toBe("(('na' | 'aa') & !'na')");
});
