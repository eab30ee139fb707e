// The file of all apps that somebody takes along for the time without a network, and what pages say of it.
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { day, minute, startProduct } from '../harness/product.ts';
import { ask as askAt } from '../harness/raw.ts';

const product = await startProduct();
const { client, clock, people } = product;

interface TakenApps {
  made_at: number;
  names: string[];
  name_ids: string[];
  lines: string[];
  categories: number[][];
  category_names: string[];
  platforms: number[];
  platform_names: string[];
  colours: string[];
  first_dead: number;
}

const ask = (path: string, coding = 'identity') =>
  askAt(product.origin, path, { headers: { 'accept-encoding': coding } });
/** Any name of the file has it made, where it is not. */
const anyName = '/export/apps-0123456789abcdef.json';
const read = async () => JSON.parse((await ask(anyName)).text) as TakenApps;

async function offered(path = '/search') {
  clock.advance(61 * minute);
  const page = await client.page(path);
  return [
    page.one('[data-take-along]').attribute('data-take-along'),
    page.one('[data-take-along] button').text,
  ];
}

test('Has each listed app with what a row shows, the newest first, and is offered by its name', async () => {
  expect((await read()).names).toEqual([]);
  expect(await offered()).toEqual(['', '']);
  const owner = client.as(await people.verified());
  const form = { category: 'Finance,Music', description: 'Counts kobo.', website: 'https://myapp.ng' };
  await owner.post('/app/', { ...form, name: 'Kobo Count', platform: 'web', logo: await picture() });
  clock.advance(minute);
  await owner.post('/app/', { ...form, name: '₦', platform: 'game' });
  const hidden = await owner.post<{ id: string }>('/app/', { ...form, name: 'Hidden', platform: 'web' });
  await owner.patch(`/app/${hidden.body.id}/`, { state: 'unlisted' });

  const apps = await read();
  expect(apps).toMatchObject({
    names: ['₦', 'Kobo Count'],
    name_ids: [expect.stringMatching(/^app/), ''],
    lines: ['Counts kobo.', 'Counts kobo.'],
    colours: ['', expect.stringMatching(/^[\da-f]{3}$/)],
    first_dead: 2,
  });
  expect(apps.categories[0]?.map((one) => apps.category_names[one])).toEqual(['Finance', 'Music']);
  expect(apps.platforms.map((one) => apps.platform_names[one])).toEqual(['Game', 'Web']);
  const [path = '', offer] = await offered();
  expect(offer).toMatch(/^Take all apps with you \(0\.1 MB, about 0\.01 naira\)$/);
  expect(await offered('/offline')).toEqual([path, offer]);
});

test('Is sent with brotli, and kept under its own name; an earlier name gives the current one', async () => {
  const [path = ''] = await offered();
  const packed = await ask(path, 'br, gzip');
  expect(packed.headers).toMatchObject({
    'content-type': 'application/json',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=86400, immutable',
    vary: 'accept-encoding',
  });
  const current = await ask(anyName);
  expect(brotliDecompressSync(packed.body).toString()).toBe(current.text);
  expect(current.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  clock.advance(day);
  await read();
  expect((await offered())[0]).not.toBe(path);
});

test.each(['/export/apps-0123.json', '/export/apps.json', '/export/apps-0123456789ABCDEF.json'])(
  'Is not at %s',
  async (path) => expect((await ask(path)).status).toBe(404),
);
