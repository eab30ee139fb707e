import { expect, test } from 'vitest';
import { eachTextOnce, withoutData } from './shared-text.ts';

test('Takes made-up words and the address of the site out of a page, and keeps the length of its ids', () => {
  const page =
    '<a href="https://qzqx.example/app/qzqx12q">Qzqx12q</a> 0194697e-5a00-7abc-9def-0123456789ab ' +
    '/media/000000000000000000000007-240.avif <b>Rated</b>';
  expect(withoutData(page)).toBe(
    '<a href="/app/"></a> 00000000-0000-0000-0000-000000000000 ' +
      '/media/000000000000000000000000-240.avif <b>Rated</b>',
  );
});

test('Keeps a text that several pages have only once, and all of what a single one has', () => {
  const shared = 'ọ A head that every page has, with its styles.';
  const bytes = eachTextOnce([`${shared}one`, `${shared}two`, 'three'], 16).toString();
  expect(bytes).toBe(`${shared}onetwothree`);
});

test('Finds a text that begins in one part and ends in the next', () => {
  expect(eachTextOnce(['abcdefgh', 'ijklmnop', 'efghijkl'], 8).toString()).toBe('abcdefghijklmnop');
});
