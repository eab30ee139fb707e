import { expect, test } from 'vitest';
import { indexTaken } from './find-taken.ts';

const apps: [name: string, line: string, categories: number[]][] = [
  ['Pay', 'Sends cash.', [0]],
  ['VBank', 'The bank of the free.', [0]],
  ['Ọjà Café', 'A market, every day.', [1]],
  ['Easy Pay', 'Takes cards.', [0]],
  ['Ledger', 'Pay your suppliers.', [0, 1]],
  ['Radium Health', 'Records of hospitals.', [1]],
  // Its link is dead.
  ['Payday', 'Counts the days to your salary.', [1]],
];
const find = indexTaken({
  made_at: 0,
  names: apps.map(([name]) => name),
  name_ids: apps.map(() => ''),
  lines: apps.map(([, line]) => line),
  categories: apps.map(([, , categories]) => categories),
  category_names: ['Finance', 'Shopping'],
  platforms: [],
  platform_names: [],
  colours: [],
  first_dead: apps.length - 1,
});

test.each([
  ['pay', ['Pay', 'Easy Pay', 'Ledger', 'Payday']],
  ['easypay', ['Easy Pay']],
  ['bank', ['VBank']],
  ['oja_cafe', ['Ọjà Café']],
  ['shop', ['Ọjà Café', 'Ledger', 'Radium Health', 'Payday']],
  ['raduim', ['Radium Health']],
  ['hospitls', ['Radium Health']],
  ['radium pay', []],
  ['...', []],
])('Finds of %s what the server finds, in its order', async (text, names) => {
  const { found, count } = await find(text, 3);
  expect([found.map((app) => apps[app]?.[0]), count]).toEqual([names.slice(0, 3), names.length]);
});
