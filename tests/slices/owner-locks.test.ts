// A listing that becomes public while its owner's suspension is taken back must be in the lists afterwards.
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockOpenOwner } from '../../src/lib/server/accounts/index.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { createOwner, createTestProduct, type TestProduct } from '../support/test-product.ts';

describe('The lock on an owner on PostgreSQL', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct('postgres');
  });
  afterAll(() => product.dispose());

  test('The end of a suspension waits for a transaction that found the account suspended', async () => {
    const { db, services } = product;
    const owner = await createOwner(product);
    await services.moderation.banAccount(owner, 'Spam.');
    // It must not run in the transaction that holds the lock.
    const outside = AsyncLocalStorage.snapshot();
    const unban = await db.write(async (trx) => {
      expect(await lockOpenOwner(trx, db.engine, owner)).toBe(false);
      const begun = outside(() => services.moderation.unbanAccount(owner));
      await expect.poll(() => countLockWaits(db), { timeout: 8_000 }).toBe(1);
      return { begun };
    });
    await unban.begun;
    expect(await db.write((trx) => lockOpenOwner(trx, db.engine, owner))).toBe(true);
  });
});
