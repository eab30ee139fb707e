// An appeal that is decided while the suspension that it is against is taken back otherwise.
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unbanAccount } from '../../src/lib/server/accounts/index.ts';
import { ownerAppealPath } from '../../src/lib/server/moderation/appeals/appeal-links.ts';
import { createStaff, decide, openCase } from '../support/desk-cases.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { createPerson } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

describe('An appeal against a suspension on PostgreSQL', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi('postgres', { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('Grants an appeal although the account was opened a moment ago', async () => {
    const { db, secret } = api.product;
    const [owner, first, second] = [await createPerson(api), await createStaff(api), await createStaff(api)];
    const subject = { kind: 'profile', id: owner.id } as const;
    const { number } = await openCase(api, { subject, ownerId: owner.id });
    expect((await decide(api, first, number, { action: 'suspend' })).status).toBe(201);
    const decision = await db.read
      .selectFrom('decisions')
      .select('id')
      .where('owner_id', '=', owner.id)
      .executeTakeFirstOrThrow();
    const path = `${ownerAppealPath(secret, decision.id)}/`;
    expect((await api.post(path, { message: 'It is not spam: we sell it ourselves.' })).status).toBe(201);
    const appeal = await db.read
      .selectFrom('cases')
      .select('number')
      .where('decision_id', '=', decision.id)
      .executeTakeFirstOrThrow();
    // It must not run in the transaction that holds the lock.
    const outside = AsyncLocalStorage.snapshot();
    const granted = await db.write(async (trx) => {
      expect(await unbanAccount(trx, owner.id, Date.now())).toBe(true);
      const begun = outside(() => decide(api, second, appeal.number, { action: 'restore' }));
      await expect.poll(() => countLockWaits(db), { timeout: 8_000 }).toBe(1);
      return { begun };
    });
    expect(await granted.begun).toMatchObject({ status: 201 });
    expect((await api.request(path)).body).toMatchObject({ state: 'reversed' });
  });
});
