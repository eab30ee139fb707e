// Transactions lock several pending accounts in one order, so that no two of them deadlock.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countLockWaits } from '../support/lock-waits.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';

const day = 86_400_000;

describe('Locks of pending accounts on PostgreSQL', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi('postgres', { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  async function signUp(email: string, password = 'correct horse battery'): Promise<string> {
    const { status, body } = await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
    expect(status).toBe(201);
    return (body as { id: string }).id;
  }
  const endsAt = (id: string, pendingUntil: number) =>
    api.product.db.write((trx) =>
      trx.updateTable('users').set({ pending_until: pendingUntil }).where('id', '=', id).execute(),
    );
  const find = (id: string) =>
    api.product.db.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

  /** A connection that detects a deadlock first, so that PostgreSQL ends this one. */
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: api.product.config.databaseUrl });
    await client.connect();
    await client.query(`set deadlock_timeout = '10ms'`);
    return client;
  }

  test('Locks the older account of an address before the newer one in a sweep', async () => {
    const older = await signUp('two@example.com', 'the older password');
    const newer = await signUp('two@example.com', 'the newer password');
    // A login has extended the older one.
    await endsAt(older, Date.now() + day);
    await endsAt(newer, 1);
    const client = await connect();
    const lock = (id: string) => client.query('select id from users where id = $1 for update', [id]);
    try {
      await client.query('begin');
      await lock(older);
      const sweep = api.product.services.accounts.sweep();
      await expect.poll(() => countLockWaits(api.product.db)).toBe(1);
      await lock(newer);
      await client.query('commit');
      await sweep;
    } finally {
      await client.end();
    }
    expect(await find(newer)).toBeUndefined();
    expect(await find(older)).toMatchObject({ is_contested: 1 });
  });

  test('Keeps an account whose login the sweep waits for', async () => {
    const id = await signUp('late@example.com');
    await endsAt(id, 1);
    const client = await connect();
    try {
      await client.query('begin');
      await client.query('update users set pending_until = $1 where id = $2', [Date.now() + day, id]);
      const sweep = api.product.services.accounts.sweep();
      await expect.poll(() => countLockWaits(api.product.db)).toBe(1);
      await client.query('commit');
      await sweep;
    } finally {
      await client.end();
    }
    expect(await find(id)).toBeDefined();
  });

  test('Leaves one verified account of each address after simultaneous sign-ups, verifications and sweeps', async () => {
    const emails = Array.from({ length: 5 }, (_, index) => `crowd${index}@example.com`);
    const first = await Promise.all(emails.map((email) => signUp(email)));
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const codes = emails.map((email) => codeIn(mails.findLast(({ to }) => to === email)));
    const old = await Promise.all(emails.map((email) => signUp(email, 'a password of before')));
    await Promise.all(old.map((id) => endsAt(id, 1)));
    const answers = await Promise.all([
      ...emails.flatMap((email, index) => [
        signUp(email, 'one more password'),
        api.post('/user/verify/', { id: first[index], code: codes[index] }).then(({ status }) => status),
        signUp(email, 'yet another password'),
      ]),
      ...Array.from({ length: 4 }, () => api.product.services.accounts.sweep()),
    ]);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(emails.length);
    expect(api.faults).toEqual([]);
    const verified = await api.product.db.read
      .selectFrom('users')
      .select('email')
      .where('is_verified', '=', 1)
      .orderBy('email')
      .execute();
    expect(verified.map(({ email }) => email)).toEqual(emails);
  });
});
