// A slow bucket: writers do not wait for it, and a picture that is stored again during its removal keeps its files.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMedia, recordPicture, type Media } from '../../src/lib/server/media/index.ts';
import { systemClock } from '../../src/lib/server/platform/clock.ts';
import type { Storage } from '../../src/lib/server/platform/storage/storage.ts';
import { picture } from '../support/pictures.ts';
import { createTestProduct, bothEngines, type TestProduct } from '../support/test-product.ts';

const slowMs = 150;

describe.each(bothEngines)('A slow storage on %s', (engine) => {
  let product: TestProduct;
  let media: Media;
  let deleted: string[] = [];
  let begun: PromiseWithResolvers<undefined>;
  /** A deletion waits for this. */
  let held: Promise<unknown>;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    const storage: Storage = {
      ...product.storage,
      async delete(key) {
        begun.resolve(undefined);
        await held;
        await product.storage.delete(key);
        deleted.push(key);
      },
    };
    begun = Promise.withResolvers();
    media = createMedia({ db: product.db, clock: systemClock, storage });
  });
  afterAll(() => product.dispose());

  const keys = async (id: string) => {
    const found: string[] = [];
    for await (const { key } of product.storage.list()) if (key.startsWith(id)) found.push(key);
    return found.sort();
  };
  test('Lets others write while files are deleted', async () => {
    const { id } = await media.storePicture(await picture(300, 300, '#123456'), 'logo');
    expect(await keys(id)).not.toEqual([]);
    begun = Promise.withResolvers();
    const release = Promise.withResolvers<undefined>();
    held = release.promise;
    const swept = media.sweep(-1_000);
    await begun.promise;
    await product.db.write((trx) =>
      trx.updateTable('settings').set({ value: '' }).where('name', '=', 'none').execute(),
    );
    release.resolve(undefined);
    expect(await swept).toMatchObject({ pictures: 1 });
    expect(await keys(id)).toEqual([]);
  });

  test('Keeps all files of a picture that is stored again while it is removed', async () => {
    const bytes = await picture(300, 300, '#654321');
    const first = await media.storePicture(bytes, 'logo');
    const files = await keys(first.id);
    begun = Promise.withResolvers();
    held = sleep(slowMs);
    deleted = [];
    const swept = media.sweep(-1_000);
    await begun.promise;
    const again = await media.storePicture(bytes, 'logo');
    await product.db.write((trx) => recordPicture(trx, again, Date.now()));
    expect(again.id).toBe(first.id);
    expect(await swept).toMatchObject({ pictures: 1 });
    expect(deleted.length).toBeGreaterThanOrEqual(files.length);
    expect(await keys(first.id)).toEqual(files);
    const rows = await product.db.read
      .selectFrom('media')
      .select(['id', 'dying_since'])
      .where('id', '=', first.id)
      .execute();
    expect(rows).toEqual([{ id: first.id, dying_since: null }]);
  });

  test('Stores a picture again whose removal was interrupted', async () => {
    const bytes = await picture(300, 300, '#fedcba');
    const { id } = await media.storePicture(bytes, 'logo');
    const files = await keys(id);
    for (const key of files) await product.storage.delete(key);
    const left = { dying_since: Date.now() - 3_600_000, widths: '', width: 0 };
    await product.db.write((trx) => trx.updateTable('media').set(left).where('id', '=', id).execute());
    const again = await media.storePicture(bytes, 'logo');
    await product.db.write((trx) => recordPicture(trx, again, Date.now()));
    expect(await keys(id)).toEqual(files);
    const row = product.db.read.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
    expect(await row).toMatchObject({ dying_since: null, width: 300, widths: again.widths.join(',') });
  });

  test('Removes in the next sweep what an interrupted sweep has left', async () => {
    const { id } = await media.storePicture(await picture(300, 300, '#abcdef'), 'logo');
    const old = Date.now() - 3_600_000;
    await product.db.write((trx) =>
      trx.updateTable('media').set({ dying_since: old, touched_at: old }).where('id', '=', id).execute(),
    );
    const swept = media.sweep(0);
    await swept;
    expect(await keys(id)).toEqual([]);
    const row = product.db.read.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
    expect(await row).toBeUndefined();
  });
});
