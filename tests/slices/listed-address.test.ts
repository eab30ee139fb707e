// Which listing has an address already, as 'Paste an address' asks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/lib/server/accounts/index.ts';
import { createOwner, createTestProduct, bothEngines, type TestProduct } from '../support/test-product.ts';

describe.each(bothEngines)('Listed addresses on %s', (engine) => {
  let product: TestProduct;
  let owner: Caller;
  let visitor: Caller;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    const client = { address: '127.0.0.1' };
    const rest = { sessionId: '', isVerified: true, role: 'member' as const, factorAt: null, client };
    owner = { userId: await createOwner(product), ...rest };
    visitor = { userId: await createOwner(product), ...rest };
  });
  afterAll(() => product.dispose());

  const list = async (name: string, link: object) =>
    await product.services.apps.createApp(
      owner,
      { name, description: 'An app.', ...link },
      { logo: undefined, screenshots: [] },
    );
  test('An id at a store may have signs that patterns give a meaning', async () => {
    const link = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;
    await list('Underlined', { playstore_link: link('ng.my_app.one') });
    const { findByAddress } = product.services.apps;
    expect(await findByAddress(visitor, { links: [], playId: 'ng.my_app.one' })).toMatchObject({
      name: 'Underlined',
    });
    expect(await findByAddress(visitor, { links: [], playId: 'ng.myxapp.one' })).toBeNull();
  });

  test('Nobody but its owner is told of an unlisted listing', async () => {
    const { findByAddress, updateApp } = product.services.apps;
    const address = { links: ['https://hidden.ng'] };
    const { id } = await list('Hidden', { website: 'https://hidden.ng' });
    expect(await findByAddress(visitor, address)).toMatchObject({ name: 'Hidden' });
    await updateApp(owner, id, { state: 'unlisted' }, { logo: undefined, screenshots: [] });
    expect(await findByAddress(visitor, address)).toBeNull();
    expect(await findByAddress(owner, address)).toMatchObject({ name: 'Hidden' });
  });
});
