import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestProduct, type TestProduct } from '../../tests/support/test-product.ts';
import { limits } from '../lib/shared/schemas/limits.ts';
import { draw, screenCount } from './draw-request.ts';
import { createRandom } from './drawing/random.ts';
import { loadSampleData } from './load-sample-data.ts';
import { planReleases } from './releases.ts';
import { sampleListings, sampleNote } from './sample-listings.ts';
import { ownerKeyOf, sampleOwners } from './sample-owners.ts';

const now = Date.UTC(2026, 10, 21);

describe('sample listings', () => {
  test('keep to the limits and have an owner', () => {
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

  test('every drawing is whole, and the same each time', () => {
    for (const app of sampleListings) {
      const count = screenCount(app);
      expect(count).toBeGreaterThanOrEqual(2);
      expect(count).toBeLessThanOrEqual(limits.screenshotsPerApp);
      const requests = [
        { kind: 'logo', app } as const,
        ...Array.from({ length: count }, (_, index) => ({ kind: 'screen', app, index }) as const),
      ];
      for (const request of requests) {
        const { svg } = draw(request);
        expect(svg).not.toMatch(/NaN|undefined|Infinity|\[object/);
        // No letter is left to a font that a machine may not have.
        expect(svg).not.toContain('<text');
        expect(draw(request).svg).toBe(svg);
      }
      expect(() => draw({ kind: 'screen', app, index: count })).toThrow(RangeError);
    }
  });

  test('releases come in order, within their time, and end as they should', () => {
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

describe('loading them', () => {
  let product: TestProduct;
  const listings = sampleListings.slice(0, 2);

  beforeAll(async () => {
    product = await createTestProduct('sqlite');
  });
  afterAll(() => product.dispose());

  const findOwner = async (email: string) => {
    const owners = product.db.read.selectFrom('users').select('id').where('email_key', '=', email);
    return (await owners.executeTakeFirst())?.id;
  };

  test('lists each app with its pictures, releases and honest owner; once', async () => {
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
    expect(app.screenshots).toHaveLength(screenCount({ ...app, platform: 'web' }));
    expect(app.owner).toMatchObject({ isVerified: true, lastname: 'samples: finance', phoneNo: '' });
    const owner = await product.services.profiles.findUser(app.owner.id);
    expect(owner?.about).toContain('not a person');
    const releases = await product.services.versions.listVersions({ appId: app.id });
    expect(releases.items[0]?.id).toBe(app.currentVersion.id);
    expect(app.updatedAt).toBe(app.currentVersion.createdAt);
    for (const { id, widths } of [app.logo, app.screenshots[0]?.picture].filter(
      (picture) => picture != null,
    )) {
      for (const width of widths) {
        const file = await product.storage.read(`${id}-${width}.avif`);
        file?.stream.destroy();
        expect(file?.size).toBeGreaterThan(100);
      }
    }
  });

  test('a load that was cut off goes on where it stopped', async () => {
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
