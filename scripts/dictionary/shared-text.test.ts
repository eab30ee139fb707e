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

test('Takes ids out of addresses in addresses, and the place of a list', () => {
  const id = '0194697e-5a00-7abc-9def-0123456789ab';
  expect(withoutData(`/report?about=screenshot%3A${id}" href="/?cursor=WzEsIjAxOTQ2OTdlIl0" data-next`)).toBe(
    '/report?about=screenshot%3A00000000-0000-0000-0000-000000000000" href="/?cursor=0000000000000000000" data-next',
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
