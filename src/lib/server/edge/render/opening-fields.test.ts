import { expect, test } from 'vitest';
import { page, startServer } from '../gateway/testing.ts';

const pages = async () => page('A page');

test('A page names the rules by which browsers fetch pages ahead, but to nobody who saves data', async () => {
  const { get } = await startServer({ pages });
  // The second answer is a kept one.
  for (const cached of [false, true]) {
    const plain = await get('/about');
    expect([cached, plain.headers['speculation-rules']]).toEqual([
      cached,
      expect.stringMatching(/^"\/speculation-rules\.json\?v=[0-9a-f]{8}"$/),
    ]);
    expect(plain.headers.vary).toBe('save-data, accept-encoding');
    const saving = await get('/about', { 'save-data': 'on' });
    expect(saving.headers).toEqual({
      ...plain.headers,
      'speculation-rules': undefined,
      date: saving.headers.date,
    });
    expect(saving.text).toBe(plain.text);
  }
});

test('Browsers learn which parameters make another page', async () => {
  const { get } = await startServer({ pages });
  expect((await get('/about')).headers['no-vary-search']).toBe('key-order, params');
  const search = await get('/search?q=pay&utm_source=x');
  expect(search.headers['no-vary-search']).toBe('key-order, params, except=("q" "cursor")');
});

test('Errors, cards for other sites and parts of a page name no rules', async () => {
  const { get } = await startServer({
    pages: async ({ target }) => ({
      ...page('A page'),
      status: target === '/nothing' ? 404 : 200,
      embed: target.startsWith('/embed/'),
    }),
  });
  for (const path of ['/nothing', '/embed/app/x', '/search/results?q=pay'])
    expect([path, (await get(path)).headers['speculation-rules']]).toEqual([path, undefined]);
});
