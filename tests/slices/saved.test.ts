// Saved apps of several devices: docs/decisions/032-saved-and-followed.md. `npm run proof -- saved` runs a thousand
// sequences.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import { removeSavedOf } from '../../src/lib/server/saved/index.ts';
import { randomFrom, runSequence } from '../support/saved-model.ts';
import { createSavedWorld, expectSequencesRight, type SavedWorld } from '../support/saved-world.ts';
import { bothEngines, type TestProduct } from '../support/test-product.ts';

const count = 100;

describe.each(bothEngines)('Saved apps on %s', (engine) => {
  let world: SavedWorld;
  let product: TestProduct;
  let accounts: string[];
  let apps: string[];

  beforeAll(async () => {
    world = await createSavedWorld(engine);
    ({ product, accounts, apps } = world);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await product.dispose();
  });

  test(
    `Loses and doubles nothing in ${String(count)} random sequences of saving, logging in and going offline`,
    { timeout: 80_000 },
    () => expectSequencesRight(world, count),
  );

  test('Finds a server that forgets what was taken out', async () => {
    const { db, services } = product;
    const server: typeof services.saved = {
      ...services.saved,
      mergeSaved: (caller, changes) =>
        services.saved.mergeSaved(
          caller,
          changes.filter(({ saved }) => saved),
        ),
    };
    const found: string[] = [];
    for (let seed = 1; seed <= 20; seed += 1) {
      for (const id of accounts) await db.write((trx) => removeSavedOf(trx, id, 1_000));
      found.push(...(await runSequence({ server, accounts, apps, random: randomFrom(seed) })));
    }
    expect(found.length).toBeGreaterThan(0);
  });

  test('Keeps the change with the higher clock, and of equal clocks the saved one, in any order', async () => {
    const { saved } = product.services;
    const caller = { userId: accounts[0] ?? '' };
    await product.db.write((trx) => removeSavedOf(trx, caller.userId, 1_000));
    const [id = ''] = apps;
    const after = async (clock: number, isSaved: boolean) => {
      const [row] = await saved.mergeSaved(caller, [{ id, clock, saved: isSaved }]);
      return [row?.clock, row?.saved];
    };
    expect(await after(5, false)).toEqual([5, false]);
    expect(await after(4, true)).toEqual([5, false]);
    expect(await after(5, true)).toEqual([5, true]);
    expect(await after(5, false)).toEqual([5, true]);
    const both = [
      { id, clock: 7, saved: false },
      { id, clock: 6, saved: true },
    ];
    expect(await saved.mergeSaved(caller, both)).toEqual([{ id, clock: 7, saved: false }]);
    const unknown = { id: '019a4f10-3c00-7000-8000-0000000ba11e', clock: 1, saved: true };
    expect(await saved.mergeSaved(caller, [unknown])).toHaveLength(1);
  });

  test('Counts no apps that were taken out towards the limit, and keeps no more rows', async () => {
    const { db, services } = product;
    const caller = { userId: accounts[1] ?? '' };
    await db.write((trx) => removeSavedOf(trx, caller.userId, 1_000));
    const takenOut = Array.from({ length: limits.savedApps }, (_, n) => ({
      user_id: caller.userId,
      clock: 1,
      is_saved: 0 as const,
      updated_at: n + 1,
      app_id: `019a4f10-3c00-7000-8000-${String(n).padStart(12, '0')}`,
    }));
    const like = await db.read.selectFrom('apps').selectAll().limit(1).executeTakeFirstOrThrow();
    await db.write(async (trx) => {
      const copies = takenOut.map(({ app_id: id }) => ({ ...like, id, name_key: id, name_id: id }));
      for (const copy of copies) await trx.insertInto('apps').values(copy).execute();
      await trx.insertInto('saved_apps').values(takenOut).execute();
    });
    const all = await services.saved.mergeSaved(caller, [{ id: apps[0] ?? '', clock: 9, saved: true }]);
    expect(all).toHaveLength(limits.savedApps);
    expect(all.filter(({ saved }) => saved).map(({ id }) => id)).toEqual([apps[0]]);
    // The one that was taken out longest ago is forgotten.
    expect(all.map(({ id }) => id)).not.toContain(takenOut[0]?.app_id);
    await db.write((trx) =>
      trx.updateTable('saved_apps').set({ is_saved: 1 }).where('user_id', '=', caller.userId).execute(),
    );
    const more = [{ id: apps[1] ?? '', clock: 9, saved: true }];
    await expect(services.saved.mergeSaved(caller, more)).rejects.toMatchObject({ status: 400 });
    // Neither do apps that were deleted.
    await db.write((trx) => trx.deleteFrom('apps').where('name_key', 'like', '019a4f10-%').execute());
    expect(await services.saved.mergeSaved(caller, more)).toHaveLength(2);
    await db.write((trx) => removeSavedOf(trx, caller.userId, 2_000));
  });
});
