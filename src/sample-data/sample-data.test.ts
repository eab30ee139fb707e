import { globSync, readFileSync, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestProduct, type TestProduct } from '../../tests/support/test-product.ts';
import { pictureKey } from '../lib/shared/page/pictures.ts';
import { limits } from '../lib/shared/schemas/limits.ts';
import { slugify } from '../lib/shared/text/text.ts';
import { createRandom } from './random.ts';
import { loadSampleData } from './load-sample-data.ts';
import { pictureNames, screenshotNames } from './pictures.ts';
import { planReleases } from './releases.ts';
import { sampleListings, sampleNote } from './sample-listings.ts';
import { ownerKeyOf, sampleOwners } from './sample-owners.ts';

const now = Date.UTC(2026, 10, 21);

describe('The sample listings', () => {
  test('Keeps the sample listings within the limits, each with an owner', () => {
    expect(sampleListings.length).toBe(73);
    expect(new Set(sampleListings.map((app) => app.name.toLowerCase())).size).toBe(73);
    const owners = new Set(sampleOwners.map((owner) => owner.key));
    for (const app of sampleListings) {
      expect(app.name.length).toBeLessThanOrEqual(limits.appName);
      expect(app.description.length).toBeLessThanOrEqual(limits.appDescription);
      expect(app.categories.length).toBeGreaterThan(0);
      expect(owners).toContain(ownerKeyOf(app.categories));
    }
  });

  test('Each listing has a logo and two to four screenshots, and every file belongs to a listing', () => {
    const used = sampleOwners.map(({ key }) => `owner-${key}`);
    for (const { name } of sampleListings) {
      const screenshots = screenshotNames(name);
      expect(screenshots.length, name).toBeGreaterThanOrEqual(2);
      expect(screenshots.length, name).toBeLessThanOrEqual(limits.screenshotsPerApp);
      used.push(`${slugify(name)}-logo`, ...screenshots);
    }
    expect(pictureNames(/^(?!person-)/)).toEqual(used.sort());
  });

  test('The files of all sample pictures take at most 3 MB', () => {
    const sizes = globSync('src/sample-data/pictures/*').map((file) => statSync(file).size);
    expect(sizes.length).toBeGreaterThan(250);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_000_000);
  });

  test('Releases are in order, within their time, and end with the right type', () => {
    const types = new Set<string>();
    const from = Date.UTC(2025, 0, 1);
    for (let seed = 0; seed < 500; seed++) {
      const releases = planReleases(createRandom(`test ${seed}`), from, now);
      expect(releases.length).toBeGreaterThanOrEqual(1);
      expect(releases.length).toBeLessThanOrEqual(5);
      expect(releases[0]?.createdAt).toBe(from);
      for (const [index, release] of releases.entries()) {
        expect(release.createdAt).toBeLessThanOrEqual(now);
        expect(release.createdAt).toBeGreaterThan(releases[index - 1]?.createdAt ?? 0);
        expect(release.latestFeature).not.toBe('');
        types.add(release.releaseType);
      }
      expect(new Set(releases.map(({ version }) => version)).size).toBe(releases.length);
    }
    expect(types.size).toBe(5);
  });
});

describe('Loading the sample listings', () => {
  let product: TestProduct;
  const listings = sampleListings.slice(0, 2);

  beforeAll(async () => {
    // Only this test reads such files; uploads cannot have these formats.
    sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer', 'VipsForeignLoadWebpBuffer'] });
    product = await createTestProduct('sqlite');
  });
  afterAll(() => product.dispose());

  const findOwner = async (email: string) => {
    const owners = product.db.read.selectFrom('users').select('id').where('email_key', '=', email);
    return (await owners.executeTakeFirst())?.id;
  };

  test('Lists each sample app once, with its pictures, its releases and an owner that says it is not a person', async () => {
    const steps: string[] = [];
    const progress = (done: number, total: number, label: string) => steps.push(`${done}/${total} ${label}`);
    await loadSampleData(product.services, { now, listings, progress, findOwner });
    expect(steps[0]).toBe('0/2 ');
    expect(steps).toHaveLength(3);

    const found = await product.services.apps.findApp('paystack');
    if (found.kind !== 'found') throw new Error('Paystack is not listed');
    const { app } = found;
    expect(app.longDescription).toContain(sampleNote);
    expect(app.logo).toMatchObject({ width: 512, height: 512 });
    expect(app.screenshots).toHaveLength(screenshotNames('Paystack').length);
    expect(app.screenshots[0]?.picture).toMatchObject({ width: 960, height: 600, widths: [480, 960] });
    expect(app.owner).toMatchObject({ isVerified: true, lastname: 'samples: finance', phoneNo: '' });
    const owner = await product.services.profiles.findUser(app.owner.id);
    expect(owner?.about).toContain('not a person');
    const releases = await product.services.versions.listVersions({ appId: app.id });
    expect(releases.items[0]?.id).toBe(app.currentVersion.id);
    expect(app.updatedAt).toBe(app.currentVersion.createdAt);
  });

  test('Stores a sample picture in all formats and widths of an upload, and its file unchanged', async () => {
    const found = await product.services.apps.findApp('paystack');
    if (found.kind !== 'found') throw new Error('Paystack is not listed');
    const { owner, logo, screenshots } = found.app;
    const pictures = [owner.picture, logo, ...screenshots.map(({ picture }) => picture)];
    const expected = new Map<string, number>();
    for (const picture of pictures) {
      if (!picture) throw new Error('A picture is missing');
      for (const width of picture.widths)
        for (const format of ['avif', 'webp', 'jpg'] as const)
          expected.set(pictureKey(picture, width, format), width);
    }
    expect(expected.size).toBe(3 * (3 + 4 + 2 * screenshots.length));
    for (const [key, width] of expected) {
      const file = await product.storage.read(key);
      if (!file) throw new Error(`${key} is not in the storage`);
      const bytes = await buffer(file.stream);
      expect((await sharp(bytes).metadata()).width, key).toBe(width);
      if (key === `${logo?.id ?? ''}-512.avif`)
        expect(bytes.equals(readFileSync('src/sample-data/pictures/paystack-logo.avif'))).toBe(true);
    }
    const rows = await product.db.read.selectFrom('media').select(['id', 'bytes']).execute();
    expect(rows.length).toBeGreaterThan(pictures.length);
    expect(rows.filter(({ bytes }) => bytes === 0)).toEqual([]);
  });

  test('An interrupted load continues where it stopped', async () => {
    const [cut] = (await product.services.apps.listApps({})).items;
    const count = async () => (await product.services.versions.listVersions({ appId: cut?.id })).count;
    const releases = await count();
    const users = async () => (await product.db.read.selectFrom('users').select('id').execute()).length;
    await product.db.write(async (trx) => {
      const [last, before] = await trx
        .selectFrom('versions')
        .select('id')
        .where('app_id', '=', cut?.id ?? '')
        .orderBy('created_at', 'desc')
        .execute();
      if (!last || !before) throw new Error('This app has too few releases for the test');
      await trx.deleteFrom('versions').where('id', '=', last.id).execute();
      await trx.updateTable('versions').set({ is_current: 1 }).where('id', '=', before.id).execute();
    });
    await loadSampleData(product.services, { now, listings: sampleListings.slice(0, 3), findOwner });
    expect(await users()).toBe(sampleOwners.length);
    expect((await product.services.apps.listApps({})).count).toBe(3);
    expect(await count()).toBe(releases);
  });
});
