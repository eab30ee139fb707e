// A listing that gets another owner while a request of its former one is under way.
import { describe, expect, test } from 'vitest';
import { pixel, useClaims } from '../../support/claiming.ts';
import { bothEngines } from '../../support/test-product.ts';

describe.each(bothEngines)('Transfers under way on %s', (engine) => {
  const site = useClaims(engine);
  const { claim, rowOf, transfer } = site;

  test('A change by the former owner that waits for its picture changes nothing any more', async () => {
    const { app, claimant, number, owner } = await claim();
    const { services } = site.api.product;
    const client = { address: '127.0.0.1' };
    const rest = { sessionId: '', isVerified: true, role: 'member' as const, factorAt: null, client };
    const logo = async (): Promise<Buffer> => {
      expect((await transfer(number, claimant)).status).toBe(201);
      return pixel;
    };
    const change = { website: 'https://elsewhere.example.ng' };
    await expect(
      services.apps.updateApp({ userId: owner.id, ...rest }, app.id, change, { logo, screenshots: [] }),
    ).rejects.toMatchObject({ status: 403 });
    expect(await rowOf(app.id)).toMatchObject({ owner_id: claimant.id, website: app.website });
  });
});
