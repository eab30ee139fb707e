// The listing that has a pasted address already: whom it is named to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/lib/server/accounts/index.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../../support/test-product.ts';

describe.each(bothEngines)('The listing that has an address already, on %s', (engine) => {
  let product: TestProduct;
  let owner: Caller;
  let stranger: Caller;

  async function person(): Promise<Caller> {
    const userId = await createOwner(product);
    const client = { address: '127.0.0.1' };
    return { userId, sessionId: '', isVerified: true, role: 'member', factorAt: null, client };
  }
  beforeAll(async () => {
    product = await createTestProduct(engine);
    owner = await person();
    stranger = await person();
  });
  afterAll(() => product.dispose());

  test.each([
    ['public', true, true],
    ['limited', true, true],
    ['unlisted', false, true],
    ['held', false, true],
    ['removed', false, false],
  ])(
    'Names the listing that is %s to strangers: %s, to its owner: %s',
    async (state, toStrangers, toOwner) => {
      const website = `https://${state}.ng`;
      const { id } = await product.services.apps.publishApp(
        newApp(owner.userId, { name: `Existing ${state} ${engine}`, website }),
      );
      await product.db.write((trx) =>
        trx
          .updateTable('apps')
          .set({ state, is_listed: state === 'public' ? 1 : 0 } as object)
          .where('id', '=', id)
          .execute(),
      );
      const isNamedTo = async (caller: Caller) =>
        (await product.services.apps.findByAddress(caller, { links: [website] })) !== null;
      expect([await isNamedTo(stranger), await isNamedTo(owner)]).toEqual([toStrangers, toOwner]);
    },
  );
});
