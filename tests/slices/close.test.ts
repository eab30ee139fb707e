// The end of a product: what cannot be closed keeps nothing else open.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestProduct, type TestProduct } from '../support/test-product.ts';

let product: TestProduct;
beforeEach(async () => {
  product = await createTestProduct('sqlite');
});
afterEach(() => product.db.close());

test('Views that cannot be written do not keep the database open', async () => {
  product.services.views.flush = () => Promise.reject(new Error('The disk is full.'));
  await expect(product.close()).rejects.toThrow('Not everything could be closed');
  await expect(product.db.check()).rejects.toThrow();
});
