import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestProduct,
  bothEngines,
  type TestProduct,
} from '../../../../../tests/support/test-product.ts';

describe.each(bothEngines)('A write inside a write on %s', (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct(engine);
  });
  afterAll(() => product.dispose());

  const setting = (name: string) =>
    product.db.write(async (trx) => {
      await trx.insertInto('settings').values({ name, value: '' }).execute();
    });

  test('Refuses a write inside a write at once, and later writes succeed', { timeout: 5_000 }, async () => {
    const nested = product.db.write(() => setting('nested'));
    await expect(nested).rejects.toThrow('Use the transaction that is open');
    await setting('after');
  });

  test('Allows a write that begins after the outer transaction has ended', async () => {
    const over = Promise.withResolvers<undefined>();
    let late: Promise<void> = Promise.resolve();
    await product.db.write(async (trx) => {
      await trx.selectFrom('settings').select('name').execute();
      late = over.promise.then(() => setting('late'));
    });
    over.resolve(undefined);
    await late;
  });
});
