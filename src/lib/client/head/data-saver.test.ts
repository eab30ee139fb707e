import { expect, test } from 'vitest';
import { savesData } from './data-saver.ts';

test.each([
  { chosen: 'on', isAskedByBrowser: false, saves: true },
  { chosen: 'off', isAskedByBrowser: true, saves: false },
  { chosen: null, isAskedByBrowser: true, saves: true },
  { chosen: null, isAskedByBrowser: false, saves: false },
])('Saves data: $saves where $chosen is chosen and the browser asks: $isAskedByBrowser', (given) => {
  expect(savesData(given.chosen, given.isAskedByBrowser)).toBe(given.saves);
});
