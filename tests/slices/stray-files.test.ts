// Files without a picture in a storage that lists more than fits into memory.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepStrayFiles } from '../../src/lib/server/media/sweep-media.ts';
import type { Storage } from '../../src/lib/server/platform/storage/storage.ts';
import { createTestProduct, bothEngines, type TestProduct } from '../support/test-product.ts';

describe.each(bothEngines)('Stray files on %s', (engine) => {
  let product: TestProduct;
  const ids = Array.from({ length: 11_000 }, (_, index) => index.toString(16).padStart(24, '0'));
  const strays = ids.filter((_, index) => index % 2_500 === 0);

  beforeAll(async () => {
    product = await createTestProduct(engine);
    const rows = ids
      .filter((id) => !strays.includes(id))
      .map((id) => ({
        id,
        purpose: 'logo' as const,
        width: 1,
        height: 1,
        widths: '1',
        fallback: 'png' as const,
        colour: '',
        bytes: 1,
        created_at: 0,
        touched_at: 0,
      }));
    for (let from = 0; from < rows.length; from += 1_000)
      await product.db.write((trx) =>
        trx
          .insertInto('media')
          .values(rows.slice(from, from + 1_000))
          .execute(),
      );
  });
  afterAll(() => product.dispose());

  test('Removes every stray file, and no other, while the list is read', async () => {
    const removed: string[] = [];
    /** Number of removed files when each file was listed. */
    const progress: number[] = [];
    const storage: Storage = {
      ...product.storage,
      async *list() {
        for (const id of ids)
          for (const format of ['avif', 'png']) {
            progress.push(removed.length);
            yield { key: `${id}-1.${format}`, modified: 0, size: 1 };
          }
      },
      async delete(key) {
        removed.push(key);
      },
    };
    expect(await sweepStrayFiles({ db: product.db, storage, clock: Date.now, before: 1 })).toBe(
      strays.length * 2,
    );
    expect(removed.toSorted()).toEqual(strays.flatMap((id) => [`${id}-1.avif`, `${id}-1.png`]));
    expect(progress.at(-1)).toBeGreaterThan(0);
  });
});
