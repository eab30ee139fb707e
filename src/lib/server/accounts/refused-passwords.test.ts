import { expect, test } from 'vitest';
import { isContextWord } from './refused-passwords.ts';

const person = { email: 'ada.obi84@paystack.example', firstname: 'Adá Ngozi', lastname: 'Ọbi' };

test.each([
  'naijabuilt',
  'NaijaBuilt2026!',
  'naija-built1',
  '123naija',
  'Nigeria1960',
  '!!Lagos!!',
  'ada.obi84',
  'adaobi2026',
  'Ngozi1999',
  'ada12345',
  'adangozi',
  'AdaNgoziObi1',
  'obi-ada-2026',
  'AdaNaija1960',
  'ada.obi84@paystack.example',
])('Finds a word of the site or of the person in %s', (password) => {
  expect(isContextWord(password, person)).toBe(true);
});

test.each([
  'naijabuilt of my aunt',
  'lagos is burning',
  'ngozi-likes-jollof',
  'adaora1999',
  'paystack1999',
  '1234567890',
  '!!!!!!!!',
  '84848484',
  '',
])('Finds no such word in %j', (password) => {
  expect(isContextWord(password, person)).toBe(false);
});

test('Ignores names of one or two letters, and addresses of digits', () => {
  const short = { email: '0803@mail.example', firstname: 'O', lastname: 'Li' };
  for (const password of ['o7301964', 'li738291', '08030803'])
    expect([password, isContextWord(password, short)]).toEqual([password, false]);
  expect(isContextWord('olivia12', short)).toBe(false);
});
