import { expect, test } from 'vitest';
import { all, any, except, toFts, token, toTsquery } from './expression.ts';

const [one, two] = [token('na'), token('aa')];

test('Names a word that is typed again and again once', () => {
  const word = (): ReturnType<typeof any> => any(one, two);
  expect(toFts(all(word(), token('nb'), word(), word()))).toBe('(("na" OR "aa") AND "nb")');
  expect(toFts(all(word(), word()))).toBe('("na" OR "aa")');
  expect(toTsquery(any(one, any(one, two)))).toBe("('na' | 'aa')");
  expect(toFts(except(one, two))).toBe('("na" NOT "aa")');
});
