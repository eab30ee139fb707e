import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvLine } from './index.ts';

test.each([
  '=1+1',
  '+2348012345678',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1+1',
  '\u00a0=1',
  '=HYPERLINK("https://evil.example","x")',
])('A text that begins like a formula, such as %j, does not run in a spreadsheet', (text) => {
  const [[cell] = []] = parse(csvLine([text, 'x']));
  expect(cell).toBe(`'${text}`);
});

test.each([
  'plain',
  'a,b',
  'say "hi"',
  'two\nlines',
  'two\r\nlines',
  ' spaces ',
  '',
  'Ẹkọ 🇳🇬',
  'a=b',
  "it's",
])('A reader gets %j back as it was', (text) => {
  expect(parse(csvLine([text, 7, 'end']))).toEqual([[text, '7', 'end']]);
});
