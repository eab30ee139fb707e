// How many events the audit trail takes, how long it keeps them, and that nobody can change them.
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../src/lib/server/platform/security/audit-events.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import type { Logger } from '../../src/lib/server/platform/log.ts';
import { createLoggedApi } from '../support/logged-api.ts';
import type { TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('The rows of the audit trail on %s', (engine) => {
  let api: TestApi;
  let log: Logger;
  let lines: string[];
  let now = Date.UTC(2026, 0, 1);

  beforeAll(async () => {
    ({ api, log, lines } = await createLoggedApi(engine, () => now));
  });
  afterAll(() => api.product.dispose());

  test('Records a refused deletion, and no deletion, in the table and in the log', async () => {
    const { db, services } = api.product;
    const before = await db.read.selectFrom('audit_events').select('id').execute();
    const logged = lines.length;
    const broken = services.ownData.deleteAccount(
      {
        userId: 'nobody',
        sessionId: 'none',
        isVerified: true,
        role: 'member',
        factorAt: null,
        client: { address: 'unknown' },
      },
      'canary-not-it',
      { address: '192.0.2.7' },
    );
    await expect(broken).rejects.toMatchObject({ status: 400 });
    const after = await db.read.selectFrom('audit_events').selectAll().execute();
    expect(after).toHaveLength(before.length + 1);
    // The row holds a digest of the client's address.
    expect(JSON.stringify(after)).not.toContain('192.0.2.7');
    log.flush();
    expect(lines.slice(logged).join('')).not.toContain('account.deleted');
  });

  test('Stores 60 refusals of a client in an hour, and logs all of them', async () => {
    const count = async () =>
      (await api.product.db.read.selectFrom('audit_events').select('id').execute()).length;
    const refuse = (times: number) =>
      Promise.all(
        Array.from({ length: times }, () => api.post('/user/verify/', { email: 'a@b.ng', code: 'CANARY99' })),
      );
    now += 3_600_000;
    const before = await count();
    log.flush();
    const logged = lines.join('').split('code.refused').length;
    await refuse(70);
    expect(await count()).toBe(before + 60);
    log.flush();
    expect(lines.join('').split('code.refused').length).toBe(logged + 70);
    now += 3_600_000;
    await refuse(1);
    expect(await count()).toBe(before + 61);
  });

  test('Removes refusals after a month and other events after 400 days, and no younger ones', async () => {
    const { db, sweep } = api.product;
    const day = 86_400_000;
    const ages = { 'login.refused': [29, 32, 500], 'login.succeeded': [32, 399, 402] } as const;
    const rows = Object.entries(ages).flatMap(([event, days]) =>
      days.map((age) => ({
        id: `aged ${event} ${String(age)}`,
        at: Date.now() - age * day,
        event: event as AuditEvent,
        user_id: null,
        client: 'aged',
      })),
    );
    await db.write((trx) => trx.insertInto('audit_events').values(rows).execute());
    now = Date.now();
    await sweep();
    const left = await db.read
      .selectFrom('audit_events')
      .select('id')
      .where('client', '=', 'aged')
      .orderBy('id')
      .execute();
    expect(left.map(({ id }) => id)).toEqual([
      'aged login.refused 29',
      'aged login.succeeded 32',
      'aged login.succeeded 399',
    ]);
  });

  const replaced = sql`insert or replace into audit_events select id, 0, 'logout', user_id, client from audit_events`;
  const changes: Record<string, RawBuilder<unknown>> = {
    update: sql`update audit_events set event = 'logout'`,
    delete: sql`delete from audit_events`,
    ...(engine === 'postgres' ? { truncate: sql`truncate audit_events` } : { replace: replaced }),
  };
  test.each(Object.entries(changes))(
    'The database refuses %s on the audit trail',
    async (name, statement) => {
      const { kysely, read } = api.product.db as OpenDatabase;
      const young = { at: Date.now(), event: 'logout', user_id: null, client: 'young' } as const;
      const rows = [1, 2, 3].map((number) => ({ ...young, id: `young ${name} ${String(number)}` }));
      await api.product.db.write((trx) => trx.insertInto('audit_events').values(rows).execute());
      const before = await read.selectFrom('audit_events').selectAll().orderBy('id').execute();
      expect(before.length).toBeGreaterThanOrEqual(3);
      await expect(statement.execute(kysely)).rejects.toThrow('audit_events only grows');
      expect(await read.selectFrom('audit_events').selectAll().orderBy('id').execute()).toEqual(before);
    },
  );
});
