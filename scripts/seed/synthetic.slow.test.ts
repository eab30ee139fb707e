import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestProduct, engines, type TestProduct } from '../../tests/support/test-product.ts';
import { isId } from '../../src/lib/server/platform/ids.ts';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import { nameKey, slugify } from '../../src/lib/shared/text/text.ts';
import { reservedApiNames, reservedPaths } from '../../src/lib/shared/addresses/urls.ts';
import { seedDirectory } from './synthetic-directory.ts';
import { idAt } from './synthetic-ids.ts';
import { nameAt } from './synthetic-names.ts';

describe('Synthetic names and ids', () => {
  test('Makes 300,000 names that differ, also as slugs, within the limits', () => {
    const slugs = new Set<string>();
    for (let number = 0; number < 300_000; number++) {
      const name = nameAt(number);
      if (name.length > limits.appName) throw new Error(`Too long: ${name}`);
      slugs.add(slugify(name));
    }
    expect(slugs.size).toBe(300_000);
    for (const reserved of [...reservedPaths, ...reservedApiNames]) expect(slugs.has(reserved)).toBe(false);
  });

  test('Makes ids that are UUIDv7 of their instant', () => {
    const instant = Date.UTC(2025, 3, 5, 6, 7, 8, 9);
    const ids = Array.from({ length: 20_000 }, () => idAt(instant));
    expect(new Set(ids).size).toBe(20_000);
    for (const id of ids.slice(0, 1000)) {
      expect(isId(id)).toBe(true);
      expect(id).toMatch(/^.{14}7.{4}[89ab]/);
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(instant);
    }
  });
});

describe.each(engines)('A synthetic directory on %s', (engine) => {
  let product: TestProduct;
  const seed = (apps: number, users: number) =>
    seedDirectory(product.db, product.services.media, { apps, users, pictures: 1 }, () => undefined);

  beforeAll(async () => {
    product = await createTestProduct(engine);
    await seed(620, 40);
  });
  afterAll(() => product.dispose());

  test('Holds the rows that the slices would write', async () => {
    const { read } = product.db;
    const apps = await read.selectFrom('apps').selectAll().execute();
    expect(apps).toHaveLength(620);
    for (const app of apps) {
      expect(app).toMatchObject({
        name_key: nameKey(app.name),
        name_id: slugify(app.name),
      });
      expect(app.description.length).toBeLessThanOrEqual(limits.appDescription);
      expect(`${app.website}${app.playstore_link}`).not.toBe('');
      expect(app.created_at).toBeLessThan(Date.now());
      expect(app.updated_at).toBeGreaterThanOrEqual(app.created_at);
    }
    const current = await read.selectFrom('versions').select('app_id').where('is_current', '=', 1).execute();
    expect(new Set(current.map((row) => row.app_id)).size).toBe(620);
    const listed = await read
      .selectFrom('timeline')
      .select('app_id')
      .where('category', '=', 'LIST_APP')
      .execute();
    expect(new Set(listed.map((row) => row.app_id)).size).toBe(620);
    const early = await read
      .selectFrom('apps')
      .innerJoin('users', 'users.id', 'apps.owner_id')
      .select('apps.id')
      .whereRef('apps.created_at', '<', 'users.created_at')
      .execute();
    expect(early).toEqual([]);
  });

  test('Serves a synthetic directory by the slices', async () => {
    const { apps, search, profiles } = product.services;
    const page = await apps.listApps({});
    expect(page).toMatchObject({ count: 620 });
    const [app] = page.items;
    if (!app) throw new Error('The directory is empty');
    expect(await apps.findApp(app.nameId)).toEqual({ kind: 'found', app });
    const found = await search.searchApps({ text: app.name });
    expect(found.items.map(({ id }) => id)).toContain(app.id);
    expect(await profiles.findUser(app.owner.id)).toMatchObject({ id: app.owner.id, isVerified: true });
    const shown = page.items.flatMap((item) => [
      item.logo,
      ...item.screenshots.map(({ picture }) => picture),
    ]);
    for (const picture of shown.filter((one) => one !== null)) {
      const file = await product.storage.read(`${picture.id}-${picture.width}.${picture.fallback}`);
      file?.stream.destroy();
      expect(file).not.toBeNull();
    }
  });

  test('Grows by a second run, which avoids taken names', async () => {
    const owner = (await product.services.apps.listApps({})).items[0]?.owner.id ?? '';
    await product.services.apps.publishApp({
      ownerId: owner,
      name: nameAt(625).toUpperCase(),
      description: 'Was there first.',
      platform: 'web',
      categories: [],
      website: 'https://example.com',
      playstoreLink: '',
      appstoreLink: '',
      externalLink: '',
      logo: null,
      screenshots: [],
    });
    const pictures = async () => (await product.db.read.selectFrom('media').select('id').execute()).length;
    const before = await pictures();
    await seed(30, 1);
    expect((await product.services.apps.listApps({})).count).toBe(651);
    expect(await pictures()).toBe(before);
  });
});
