// Who may look at an address, when a look ends, and which listings have an address already.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/lib/server/accounts/index.ts';
import { ClientLeft } from '../../../src/lib/server/platform/errors.ts';
import { startOutsideWorld, type OutsideWorld } from '../../support/outside-world.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../../support/test-product.ts';

const steps: string[] = [];
const options = (left = new AbortController().signal) => ({
  left,
  onStep: (step: string) => void steps.push(step),
});

describe.each(bothEngines)('%s', (engine) => {
  let world: OutsideWorld;
  let product: TestProduct;

  const person = async (isVerified = true): Promise<Caller> => {
    const userId = await createOwner(product);
    return {
      userId,
      sessionId: '',
      isVerified,
      role: 'member',
      factorAt: null,
      client: { address: '127.0.0.1' },
    };
  };

  beforeAll(async () => {
    world = await startOutsideWorld();
    product = await createTestProduct(engine, { env: world.env });
  });

  afterAll(async () => {
    await product.dispose();
    await world.stop();
  });

  test('An address that is listed already is answered without going out', async () => {
    const { apps, previews } = product.services;
    const owner = await person();
    const links = {
      website: 'http://www.listed.ng/',
      playstoreLink: 'https://play.google.com/store/apps/details?hl=en&id=ng.listed_app',
      appstoreLink: 'https://apps.apple.com/ng/app/listed/id1511111111',
      externalLink: 'https://github.com/listed-ng/app',
    };
    const app = await apps.publishApp(newApp(owner.userId, { name: `Listed ${engine}`, ...links }));
    const before = world.requests.length;
    for (const address of [
      'listed.ng',
      'https://listed.ng/?utm_source=flyer#top',
      'https://play.google.com/store/apps/details?id=ng.listed_app',
      'https://apps.apple.com/gh/app/other-words/id1511111111?mt=8',
      'https://github.com/listed-ng/app/tree/main',
    ]) {
      const { existing, fields } = await previews.previewAddress(await person(), address, options());
      expect([address, existing, fields]).toEqual([address, { name: app.name, name_id: app.nameId }, []]);
    }
    expect(world.requests).toHaveLength(before);
  });

  test('Addresses that only look like a listed one are another app', async () => {
    const { apps } = product.services;
    const caller = await person();
    const find = (address: Parameters<typeof apps.findByAddress>[1]) => apps.findByAddress(caller, address);
    expect(await find({ links: [], playId: 'ng.listedxapp' })).toBeNull();
    expect(await find({ links: [], playId: 'ng.listed' })).toBeNull();
    expect(await find({ links: [], appStoreId: '151111111' })).toBeNull();
    expect(await find({ links: ['https://listed.ng/other'] })).toBeNull();
  });

  test('An account looks at one address at a time, and leaving ends the look', async () => {
    const { previews } = product.services;
    const caller = await person();
    const controller = new AbortController();
    let hasEnded = false;
    world.host('silent.ng', (_request, response) => {
      response.once('close', () => (hasEnded = true));
    });
    const looking = previews.previewAddress(caller, 'silent.ng', options(controller.signal));
    const ended = expect(looking).rejects.toBeInstanceOf(ClientLeft);
    await expect.poll(() => world.requests.at(-1)).toBe('silent.ng/');
    await expect(previews.previewAddress(caller, 'other.ng', options())).rejects.toMatchObject({
      status: 429,
    });
    controller.abort();
    await ended;
    await expect.poll(() => hasEnded).toBe(true);
    expect(steps).toContain('Reading silent.ng');
    const after = await previews.previewAddress(caller, 'nowhere.ng', options());
    expect(after.problems).toEqual([
      'There is no website under the name nowhere.ng: the name has no address.',
    ]);
  });

  test('Unverified accounts and what is no address are refused', async () => {
    const { previews } = product.services;
    await expect(previews.previewAddress(await person(false), 'a.ng', options())).rejects.toMatchObject({
      status: 403,
    });
    const caller = await person();
    for (const address of [
      '',
      'words',
      'http://10.0.0.1',
      'https://localhost',
      'https://a@b.ng',
      'ftp://a.ng',
    ])
      await expect(previews.previewAddress(caller, address, options())).rejects.toMatchObject({
        status: 400,
      });
  });
});
