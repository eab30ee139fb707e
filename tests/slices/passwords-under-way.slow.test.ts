// A password is compared before the transaction that acts on it. A change in between must win.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts, type Accounts } from '../../src/lib/server/accounts/index.ts';
import { createAudit } from '../../src/lib/server/platform/security/audit.ts';
import type { Database } from '../../src/lib/server/platform/db/database.ts';
import { createRateLimiter } from '../../src/lib/server/platform/quotas/rate-limit.ts';
import { systemClock as clock } from '../../src/lib/server/platform/clock.ts';
import { createTestProduct, bothEngines, siteUrl, type TestProduct } from '../support/test-product.ts';

describe.each(bothEngines)('A password that changes while it is compared on %s', (engine) => {
  let product: TestProduct;
  let slow: Accounts;
  /** Runs once, when `slow` is about to write and has already compared the password. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  const client = { address: '127.0.0.1' };
  const [first, second, third] = ['correct horse one', 'correct horse two', 'correct horse three'];
  let people = 0;

  beforeAll(async () => {
    product = await createTestProduct(engine, { env: { RATE_LIMIT: 'off' } });
    const { db } = product;
    const waiting: Database = {
      ...db,
      async write(work) {
        const before = meanwhile;
        meanwhile = undefined;
        await before?.();
        return await db.write(work);
      },
    };
    const secret = new Uint8Array(32);
    slow = createAccounts({
      db: waiting,
      clock,
      secret,
      siteUrl,
      operator: { contactEmail: 'help@naijabuilt.test' },
      audit: createAudit({ db: waiting, clock, secret }),
      limiter: createRateLimiter({ db, clock, secret, enabled: false }),
      publishChanges: async () => undefined,
      wakeMail: () => undefined,
    });
  });
  afterAll(() => product.dispose());

  async function createPerson(): Promise<{ email: string; userId: string }> {
    people += 1;
    const email = `hasty${String(people)}@example.com`;
    const signup = { firstname: 'Ada', lastname: 'Obi', email, password: first, show_email: true };
    const { id } = await product.services.accounts.signUp(signup, client);
    return { email, userId: id };
  }

  /** The login that the change is made with. @returns the session's id */
  async function logIn(email: string, userId: string): Promise<string> {
    await product.services.accounts.logIn({ email, password: first }, client);
    const sessions = product.db.read.selectFrom('sessions').select('id').where('user_id', '=', userId);
    const { id } = await sessions.where('revoked_at', 'is', null).executeTakeFirstOrThrow();
    return id;
  }

  const change = (userId: string, sessionId: string, newPassword: string) =>
    product.services.accounts.changePassword(
      { userId, sessionId, currentPassword: first, newPassword },
      client,
    );

  const liveSessions = async (userId: string) =>
    (
      await product.db.read
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .execute()
    ).length;

  test('Refuses a login with the old password, and leaves no session', async () => {
    const { email, userId } = await createPerson();
    const sessionId = await logIn(email, userId);
    meanwhile = () => change(userId, sessionId, second);
    await expect(slow.logIn({ email, password: first }, client)).rejects.toMatchObject({ status: 401 });
    expect(await liveSessions(userId)).toBe(1);
    await slow.logIn({ email, password: second }, client);
    expect(await liveSessions(userId)).toBe(2);
  });

  test('Refuses a change with the old password, and keeps the new one', async () => {
    const { email, userId } = await createPerson();
    const sessionId = await logIn(email, userId);
    meanwhile = () => change(userId, sessionId, second);
    await expect(
      slow.changePassword({ userId, sessionId, currentPassword: first, newPassword: third }, client),
    ).rejects.toMatchObject({ status: 400, fields: { current_password: expect.any(String) as string } });
    const { accounts } = product.services;
    await expect(accounts.logIn({ email, password: third }, client)).rejects.toMatchObject({ status: 401 });
    await accounts.logIn({ email, password: second }, client);
    // The session of the change, and that of this login.
    expect(await liveSessions(userId)).toBe(2);
  });
});
