import { expect, test } from 'vitest';
import { agreeOnSecret } from '../../src/lib/server/platform/auth-secret.ts';
import { ConfigError } from '../../src/lib/server/platform/config.ts';
import { createTestProduct, engines } from '../support/test-product.ts';

const [ours, another] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

test.each(engines)('nodes of one database on %s use one secret', async (engine) => {
  const product = await createTestProduct(engine);
  const agree = (secret: Uint8Array, given: boolean) => agreeOnSecret(product.db, secret, given);
  // On PostgreSQL the product itself has agreed on the one in its folder.
  expect(await agree(ours, true)).toBe(engine === 'postgres');
  expect(await agree(ours, false)).toBe(false);
  // One that was made in another node's folder is refused, and changes nothing.
  await expect(agree(another, false)).rejects.toThrow(ConfigError);
  expect(await agree(ours, false)).toBe(false);
  // One that the operator has set is a new one for all.
  expect(await agree(another, true)).toBe(true);
  expect(await agree(another, true)).toBe(false);
  await product.dispose();
});
