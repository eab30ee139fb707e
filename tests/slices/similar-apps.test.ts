// Which apps are similar, that all lists follow a change, and that hidden apps vanish.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { recordReads } from '../../src/lib/server/platform/reads/reads.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

const described: Record<string, [description: string, category: string]> = {
  Kirji: ['Loans for farmers, paid back after the harvest.', 'Finance'],
  Gona: ['Farmers get loans for seed and pay after harvest.', 'Finance'],
  Manomi: ['Loan offers for every farmer with a phone.', 'Finance'],
  Waka: ['Streams music and films of Nollywood.', 'Entertainment'],
  Rawa: ['Watch Nollywood films and listen to music.', 'Entertainment'],
  Taxi: ['Books a seat in a shared bus.', 'Travel'],
};

describe.each(bothEngines)('Similar apps on %s', (engine) => {
  let product: TestProduct;
  let ownerId: string;
  const ids = new Map<string, string>();

  /** PostgreSQL compares apps again whose changes other transactions of the server overlapped. */
  const expectCompared = (count: number, expected: number): void => {
    if (engine === 'sqlite') expect(count).toBe(expected);
    else expect(count).toBeGreaterThanOrEqual(expected);
  };
  const idOf = (name: string): string => ids.get(name) ?? '';
  const publish = async (name: string, description: string, category: string): Promise<void> => {
    const app = await product.services.apps.publishApp(
      newApp(ownerId, { name, description, categories: [category] }),
    );
    ids.set(name, app.id);
  };
  const similarTo = async (name: string, limit = 6) => {
    const similar = await product.services.apps.listSimilar({ id: idOf(name) }, { limit, without: [] });
    return similar.map((app) => app.name);
  };
  const setState = (name: string, state: 'held' | 'public') =>
    product.db.write((trx) =>
      trx
        .updateTable('apps')
        .set({ state, is_listed: state === 'public' ? 1 : 0 })
        .where('id', '=', idOf(name))
        .execute(),
    );

  beforeAll(async () => {
    product = await createTestProduct(engine);
    ownerId = await createOwner(product);
    for (const [name, [description, category]] of Object.entries(described))
      await publish(name, description, category);
    expectCompared(await product.services.search.refreshSimilar(), 6);
  });
  afterAll(() => product.dispose());

  test('Finds apps with the same words and category, also in other forms', async () => {
    expect((await similarTo('Kirji')).slice(0, 2).sort()).toEqual(['Gona', 'Manomi']);
    expect((await similarTo('Waka'))[0]).toBe('Rawa');
    expect(await similarTo('Taxi')).toEqual([]);
  });

  test('Compares only new and changed apps again', async () => {
    // As above: until those transactions have ended.
    await expect.poll(() => product.services.search.refreshSimilar(), { timeout: 10_000 }).toBe(0);
  });

  test('Puts a new app into the lists of those that it is like, and tells their pages', async () => {
    const published: string[] = [];
    product.onChange((keys) => void published.push(...keys));
    await publish('Bashi', 'Loans to farmers until the harvest.', 'Finance');
    published.length = 0;
    expectCompared(await product.services.search.refreshSimilar(), 1);
    expect(await similarTo('Kirji')).toContain('Bashi');
    expect(await similarTo('Bashi')).toContain('Kirji');
    expect(published.sort()).toEqual(
      ['Bashi', 'Kirji', 'Gona', 'Manomi'].map((name) => `app:${idOf(name)}`).sort(),
    );
  });

  test('Takes an app out of the lists of those that it is not like any more', async () => {
    await publish('Noma', 'Loans for farmers after the harvest.', 'Finance');
    await product.services.search.refreshSimilar();
    expect(await similarTo('Kirji')).toContain('Noma');
    await product.db.write(async (trx) => {
      const app = trx.updateTable('apps').where('id', '=', idOf('Noma'));
      await app.set({ description: 'Books seats in a bus and a shared taxi.' }).execute();
      await trx.deleteFrom('app_categories').where('app_id', '=', idOf('Noma')).execute();
      await createReindex(product.db)(trx, [idOf('Noma')]);
    });
    expectCompared(await product.services.search.refreshSimilar(), 1);
    expect(await similarTo('Noma')).not.toContain('Kirji');
    expect(await similarTo('Kirji')).not.toContain('Noma');
    expect(await similarTo('Kirji')).toContain('Gona');
  });

  test('Leaves out a hidden app at once, and shows it again', async () => {
    await setState('Gona', 'held');
    expect(await similarTo('Kirji')).not.toContain('Gona');
    const reads = recordReads();
    const { engine: dialect, read } = product.db;
    await product.slices.apps.reads.listSimilar(
      { engine: dialect, read, reads },
      { id: idOf('Kirji') },
      { limit: 6, without: [] },
    );
    // The page depends on it although it does not show it.
    expect(reads.keys()).toContain(`app:${idOf('Gona')}`);
    await setState('Gona', 'public');
    expect(await similarTo('Kirji')).toContain('Gona');
  });

  test('Shows no app that the page shows already, and at most as many as wanted', async () => {
    const without = [idOf('Gona')];
    const similar = await product.services.apps.listSimilar({ id: idOf('Kirji') }, { limit: 1, without });
    expect(similar).toHaveLength(1);
    expect(similar[0]?.id).not.toBe(idOf('Gona'));
  });

  test('Stops between two apps, and compares those of an unfinished step again', async () => {
    await publish('Dawa', 'Delivers medicine from the next pharmacy.', 'Medical');
    await publish('Magani', 'Medicine from a pharmacy, delivered today.', 'Medical');
    const answers = [false, true];
    expect(await product.services.search.refreshSimilar(() => answers.shift() ?? true)).toBe(1);
    expectCompared(await product.services.search.refreshSimilar(), 2);
    expect(await similarTo('Dawa')).toContain('Magani');
  });

  test('Forgets a deleted app', async () => {
    await product.db.write((trx) => trx.deleteFrom('apps').where('id', '=', idOf('Bashi')).execute());
    expect(await similarTo('Kirji')).not.toContain('Bashi');
    // As above: until those transactions have ended.
    await expect.poll(() => product.services.search.refreshSimilar(), { timeout: 10_000 }).toBe(0);
  });
});
