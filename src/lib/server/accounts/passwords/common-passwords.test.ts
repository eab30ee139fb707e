import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commonPasswordFile } from '../../../../../scripts/common-passwords.ts';
import { signupSchema } from '../../../shared/schemas/accounts.ts';
import { isCommonPassword } from './common-passwords.ts';
import { generatePassword } from './passwords.ts';

const file = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');
const list = file
  .slice(file.indexOf('\n\n') + 2)
  .split('\n')
  .slice(0, -1);

test('Keeps the list as the package has it, the most common ones first', () => {
  expect(file).toBe(commonPasswordFile());
  expect(list.slice(0, 5)).toEqual(['password', '12345678', '123456789', 'baseball', 'football']);
});

test('Lists at least 17,000 passwords that the form allows, each once', () => {
  expect(list.length).toBeGreaterThanOrEqual(17_000);
  expect(new Set(list).size).toBe(list.length);
  const { password } = signupSchema.shape;
  expect(list.filter((one) => !password.safeParse(one).success || one !== one.toLowerCase())).toEqual([]);
});

test('Finds every listed password, in capitals too', () => {
  expect(list.filter((one) => !isCommonPassword(one) || !isCommonPassword(one.toUpperCase()))).toEqual([]);
});

test.each([
  '22222222',
  'zzzzzzzzzz',
  '12341234',
  '123123123',
  'zaq1zaq1',
  '20202020',
  'abcdefgh',
  '23456789',
  '87654321',
  'ihgfedcba',
  '0987654321',
  'P@ssword',
  'changeme123',
  'Blessing1',
])('Finds %s, which is not in the list', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse battery',
  'password of my aunt',
  'passwor',
  'password\n12345678',
  'assword\n1234567',
  '\n',
  '# Copyright',
  '',
  'acegikmo',
  '12345678 and on',
  'Nwa1baby!x',
])('Does not find %j', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('Finds no generated password', () => {
  const generated = Array.from({ length: 1_000 }, generatePassword);
  expect(generated.filter(isCommonPassword)).toEqual([]);
});
