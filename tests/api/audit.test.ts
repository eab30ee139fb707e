// The trail: what happens to an account is in the table and in the log, for good, and no secret is in either.
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../src/lib/server/platform/security/audit-events.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { createLogger, type Logger } from '../../src/lib/server/platform/log.ts';
import { everyRow } from '../support/every-row.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { sessionOf } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

interface Pair {
  access: string;
  refresh: string;
}

describe.each(engines)('the audit trail on %s', (engine) => {
  let api: TestApi;
  let log: Logger;
  let now = Date.UTC(2026, 0, 1);
  const lines: string[] = [];
  const person = { firstname: 'Ada', lastname: 'Obi', email: 'canary@example.com' };
  const first = 'canary-first-password';
  const second = 'canary-second-password';
  const third = 'canary-third-password';

  beforeAll(async () => {
    log = createLogger('debug', {
      sink: { write: (text) => void lines.push(text), flush: () => undefined },
    });
    api = await createTestApi(engine, { clock: () => now, rateLimit: false, log });
  });
  afterAll(() => api.product.dispose());

  async function code(): Promise<string> {
    await api.product.outbox.flush();
    return codeIn(
      (await mailsIn(api.product.config.dataDir)).findLast((mail) => mail.subject.includes('code')),
    );
  }

  /** Runs one request, and says which events it left, in the table and in the log alike. */
  async function eventsOf(work: () => Promise<{ status: number }>): Promise<[number, AuditEvent[]]> {
    const count = async () =>
      (
        await api.product.db.read.selectFrom('audit_events').select(['event', 'id']).orderBy('id').execute()
      ).map(({ event }) => event);
    const before = (await count()).length;
    const { status } = await work();
    const events = (await count()).slice(before);
    log.flush();
    const logged = lines
      .flatMap((text) => text.trim().split('\n'))
      .map((line) => JSON.parse(line) as { msg: string; event: AuditEvent })
      .filter(({ msg }) => msg === 'audit')
      .map(({ event }) => event);
    expect(logged.slice(logged.length - events.length)).toEqual(events);
    expect(logged).toHaveLength(before + events.length);
    return [status, events];
  }

  test('every event is recorded once, in the table and in the log, and no secret is anywhere', async () => {
    const { email } = person;
    const secrets = new Set([first, second, third]);
    const login = (password: string) => api.post('/token/', { email, password });

    expect(await eventsOf(() => api.post('/user/', { ...person, password: first }))).toEqual([
      201,
      ['account.created'],
    ]);
    secrets.add(await code());
    expect(await eventsOf(() => api.post('/user/verify/', { email, code: 'CANARY99' }))).toEqual([
      400,
      ['code.refused'],
    ]);
    expect(await eventsOf(() => api.post('/user/resend-registration-code/', { email }))).toEqual([
      200,
      ['code.sent'],
    ]);
    const registration = await code();
    secrets.add(registration);
    expect(await eventsOf(() => api.post('/user/verify/', { email, code: registration }))).toEqual([
      200,
      ['account.verified'],
    ]);
    expect(await eventsOf(() => api.post('/user/', { ...person, password: third }))).toEqual([
      201,
      ['account.create-repeated'],
    ]);
    // The password of the pending account that the repeated sign-up made.
    expect(await eventsOf(() => login(third))).toEqual([200, ['login.succeeded']]);
    expect(await eventsOf(() => login('canary-wrong-password'))).toEqual([401, ['login.refused']]);
    expect(
      await eventsOf(() => api.post('/token/', { email: 'nobody@example.com', password: first })),
    ).toEqual([401, ['login.refused']]);
    expect(await eventsOf(() => login(first))).toEqual([200, ['login.succeeded']]);
    const pair = (await login(first)).body as Pair;
    const { id } = (await api.request('/user/me/', { headers: { authorization: `Bearer ${pair.access}` } }))
      .body as {
      id: string;
    };
    const change = (current: string, next: string) =>
      api.post(
        `/user/${id}/change-password/`,
        { current_password: current, new_password: next },
        pair.access,
      );
    expect(await eventsOf(() => change('canary-not-it', second))).toEqual([400, ['password.change-refused']]);
    expect(await eventsOf(() => change(first, second))).toEqual([200, ['password.changed']]);

    expect(await eventsOf(() => api.post('/user/forgot-password/', { email }))).toEqual([200, ['code.sent']]);
    const reset = await code();
    secrets.add(reset);
    expect(await eventsOf(() => api.post('/user/verify-password/', { code: 'CANARY98' }))).toEqual([
      400,
      ['code.refused'],
    ]);
    let token = '';
    expect(
      await eventsOf(async () => {
        const answer = await api.post('/user/verify-password/', { code: reset });
        token = (answer.body as { reset_token: string }).reset_token;
        return answer;
      }),
    ).toEqual([200, ['password.reset-begun']]);
    const set = (reset_token: string) =>
      api.post('/user/set-password/', { email, password: third, confirm_password: third, reset_token });
    expect(await eventsOf(() => set('canary-reset-token'))).toEqual([400, ['password.reset-refused']]);
    expect(await eventsOf(() => set(token))).toEqual([200, ['password.reset']]);
    expect(await eventsOf(() => set(token))).toEqual([400, ['password.reset-refused']]);

    const stolen = (await login(third)).body as Pair;
    const next = (await api.post('/token/refresh/', { refresh: stolen.refresh })).body as Pair;
    now += 11_000;
    expect(await eventsOf(() => api.post('/token/refresh/', { refresh: stolen.refresh }))).toEqual([
      401,
      ['session.reuse-ended'],
    ]);
    const last = (await login(third)).body as Pair;
    const own = (what: string, password: string) =>
      api.post(`/user/${id}/${what}/`, { password }, last.access);
    expect(await eventsOf(() => own('export', 'canary-not-it'))).toEqual([400, ['account.confirm-refused']]);
    expect(await eventsOf(() => own('export', third))).toEqual([200, ['account.exported']]);
    const other = (await login(third)).body as Pair;
    expect(await eventsOf(() => api.post('/logout/', { refresh: other.refresh }))).toEqual([200, ['logout']]);
    expect(await eventsOf(() => api.post('/logout/', { refresh: other.refresh }))).toEqual([200, []]);
    const away = (await login(third)).body as Pair;
    const further = (await login(third)).body as Pair;
    const end = (password: string, which = {}) =>
      api.post('/user/sessions/end/', { password, ...which }, last.access);
    expect(await eventsOf(() => end('canary-not-it'))).toEqual([400, ['account.confirm-refused']]);
    expect(await eventsOf(() => end(third, { id: sessionOf(away.access) }))).toEqual([
      200,
      ['session.ended'],
    ]);
    expect(await eventsOf(() => end(third, { id: sessionOf(away.access) }))).toEqual([404, []]);
    expect(await eventsOf(() => end(third))).toEqual([200, ['session.ended']]);
    expect(await eventsOf(() => end(third))).toEqual([200, []]);
    for (const one of [pair, stolen, next, last, other, away, further])
      secrets.add(one.access).add(one.refresh);
    secrets.add(token);
    secrets
      .add('canary-reset-token')
      .add('CANARY98')
      .add('CANARY99')
      .add('canary-not-it')
      .add('canary-wrong-password');
    expect(await eventsOf(() => own('delete', third))).toEqual([200, ['account.deleted']]);
    await api.product.outbox.flush();

    log.flush();
    const trail = await everyRow(api.product.db);
    const places = {
      log: lines.join(''),
      audit: JSON.stringify(trail['audit_events']),
      tables: JSON.stringify(trail),
    };
    for (const [place, text] of Object.entries(places)) {
      expect([place, [...secrets].filter((secret) => text.includes(secret))]).toEqual([place, []]);
      if (place !== 'tables') expect([place, text.includes(email)]).toEqual([place, false]);
    }
    expect(api.faults).toEqual([]);
  });

  test('what is rolled back leaves no trail and no line', async () => {
    const { db, services } = api.product;
    const before = await db.read.selectFrom('audit_events').select('id').execute();
    const logged = lines.length;
    const broken = services.ownData.deleteAccount(
      { userId: 'nobody', sessionId: 'none', isVerified: true, client: { address: 'unknown' } },
      'canary-not-it',
      { address: '192.0.2.7' },
    );
    await expect(broken).rejects.toMatchObject({ status: 400 });
    const after = await db.read.selectFrom('audit_events').selectAll().execute();
    expect(after).toHaveLength(before.length + 1);
    // The same address is the same mark, and the mark is not the address.
    expect(JSON.stringify(after)).not.toContain('192.0.2.7');
    log.flush();
    expect(lines.slice(logged).join('')).not.toContain('account.deleted');
  });

  test('Writes sixty refusals of a client in an hour, and logs all', async () => {
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

  test('Removes refusals after a month and the rest after 400 days, and nothing younger', async () => {
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
  test.each(Object.entries(changes))('the database refuses %s of the trail', async (_name, statement) => {
    const { kysely, read } = api.product.db as OpenDatabase;
    const before = await read.selectFrom('audit_events').selectAll().orderBy('id').execute();
    expect(before.length).toBeGreaterThan(10);
    await expect(statement.execute(kysely)).rejects.toThrow('audit_events only grows');
    expect(await read.selectFrom('audit_events').selectAll().orderBy('id').execute()).toEqual(before);
  });
});
