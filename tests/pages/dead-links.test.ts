// What the pages and the API say of links that answer and of links that do not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOfHealth } from '../../src/lib/server/apps/index.ts';
import type { LinkHealth } from '../../src/lib/shared/schemas/links/links.ts';
import type { AppJson, AppListing } from '../../src/lib/shared/schemas/apps.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { createOwner, newApp } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const dayMs = 86_400_000;
/** The beginning of a day in Lagos. */
const checkedAt = Date.UTC(2026, 10, 20, 23);
const deadSince = Date.UTC(2026, 10, 2, 23);
let now = Date.UTC(2026, 10, 23, 12);
let site: TestSite;
let good: AppListing;
let dead: AppListing;

async function know(app: AppListing, links: LinkHealth[]): Promise<void> {
  await site.product.db.write(async (trx) => {
    await trx.updateTable('apps').set(columnsOfHealth(links)).where('id', '=', app.id).execute();
    await createReindex(site.product.db)(trx, [app.id]);
  });
}

beforeAll(async () => {
  site = await createTestSite('sqlite', {}, { clock: () => now });
  const { apps } = site.product.services;
  const ownerId = await createOwner(site.product);
  good = await apps.publishApp(newApp(ownerId, { name: 'Good answer', createdAt: now - 2 * dayMs }));
  dead = await apps.publishApp(newApp(ownerId, { name: 'Dead answer', createdAt: now - dayMs }));
  await know(good, [{ name: 'website', checkedAt, deadSince: null }]);
  await know(dead, [{ name: 'website', checkedAt: null, deadSince }]);
});
afterAll(() => site.dispose());

test('The page says by each link when it answered last, or since when it does not', async () => {
  const words = async (app: AppListing): Promise<string> =>
    (await site.get(`/app/${app.nameId}`)).text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
  expect(await words(good)).toContain('Checked 21 Nov 2026');
  expect(await words(dead)).toContain('This link has not answered since 3 Nov 2026');
});

test('The bytes of a page stay the same from day to day', async () => {
  const before = (await site.render(`/app/${good.nameId}`)).text;
  now += 3 * dayMs;
  expect((await site.render(`/app/${good.nameId}`)).text).toBe(before);
});

test('The API has what is known of links', async () => {
  const linksOf = async (app: AppListing) => (await site.api.get<AppJson>(`/app/${app.nameId}/`)).links;
  expect(await linksOf(good)).toEqual([
    { name: 'website', state: 'good', checked_at: new Date(checkedAt).toISOString(), dead_since: null },
  ]);
  expect(await linksOf(dead)).toMatchObject([{ state: 'dead', checked_at: null }]);
});

test('Lists and searches have the app with a dead link last, although it is newer', async () => {
  const namesOf = async (path: string) =>
    (await site.api.get<{ results: AppJson[] }>(path)).results.map(({ name }) => name);
  for (const query of ['', '?sort=updated', '?sort=popular', '?category=Finance', '?search=answer'])
    expect([query, await namesOf(`/app/${query}`)]).toEqual([query, ['Good answer', 'Dead answer']]);
});
