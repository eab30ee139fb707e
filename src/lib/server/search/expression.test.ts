import { expect, test } from 'vitest';
import { all, any, except, token, toTsquery } from './expression.ts';

const [one, two] = [token('na'), token('aa')];

test('Names a word that is typed again and again once', () => {
  const word = (): ReturnType<typeof any> => any(one, two);
  expect(all(word(), token('nb'), word(), word())).toBe('(("na" OR "aa") AND "nb")');
  expect(all(word(), word())).toBe('("na" OR "aa")');
  expect(toTsquery(except(any(one, two, one), all(one)))).toBe("(('na' | 'aa') & !'na')");
});
