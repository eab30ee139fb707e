// Two accounts and four apps, in which people save apps by random sequences.
import { expect } from 'vitest';
import { removeSavedOf } from '../../src/lib/server/saved/index.ts';
import { randomFrom, runSequence, stubStorage } from './saved-model.ts';
import { createOwner, createTestProduct, newApp, type EngineName, type TestProduct } from './test-product.ts';

export interface SavedWorld {
  product: TestProduct;
  accounts: string[];
  apps: string[];
}

export async function createSavedWorld(engine: EngineName): Promise<SavedWorld> {
  stubStorage();
  const product = await createTestProduct(engine);
  const accounts = [await createOwner(product), await createOwner(product)];
  const apps: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const { id } = await product.services.apps.publishApp(newApp(accounts[0] ?? ''));
    apps.push(id);
  }
  return { product, accounts, apps };
}

/** Expects that each of these random sequences loses and doubles nothing. */
export async function expectSequencesRight(world: SavedWorld, count: number): Promise<void> {
  const { product, accounts, apps } = world;
  for (let seed = 1; seed <= count; seed += 1) {
    for (const id of accounts) await product.db.write((trx) => removeSavedOf(trx, id, 1_000));
    const random = randomFrom(seed);
    const wrong = await runSequence({ server: product.services.saved, accounts, apps, random });
    expect([seed, wrong]).toEqual([seed, []]);
  }
}
