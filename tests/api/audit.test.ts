// Every event of an account is in the table and in the log, and no secret is in either.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../src/lib/server/platform/security/audit-events.ts';
import type { Logger } from '../../src/lib/server/platform/log.ts';
import type { TokenPair } from '../support/account-client.ts';
import { everyRow } from '../support/every-row.ts';
import { createLoggedApi } from '../support/logged-api.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { sessionOf } from '../support/people.ts';
import type { TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('The audit trail on %s', (engine) => {
  let api: TestApi;
  let log: Logger;
  let lines: string[];
  let now = Date.UTC(2026, 0, 1);
  const person = { firstname: 'Ada', lastname: 'Obi', email: 'canary@example.com' };
  const first = 'canary-first-password';
  const second = 'canary-second-password';
  const third = 'canary-third-password';

  beforeAll(async () => {
    ({ api, log, lines } = await createLoggedApi(engine, () => now));
  });
  afterAll(() => api.product.dispose());

  async function code(): Promise<string> {
    await api.product.outbox.flush();
    return codeIn(
      (await mailsIn(api.product.config.dataDir)).findLast((mail) => mail.subject.includes('code')),
    );
  }

  /** Runs one request. @returns its status and the events that it added to the table, which the log has as well */
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

  test('Records every event once in the table and in the log, and no secret anywhere', async () => {
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
    const pair = (await login(first)).body as TokenPair;
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

    const stolen = (await login(third)).body as TokenPair;
    const next = (await api.post('/token/refresh/', { refresh: stolen.refresh })).body as TokenPair;
    now += 11_000;
    expect(await eventsOf(() => api.post('/token/refresh/', { refresh: stolen.refresh }))).toEqual([
      401,
      ['session.reuse-ended'],
    ]);
    const last = (await login(third)).body as TokenPair;
    const own = (what: string, password: string) =>
      api.post(`/user/${id}/${what}/`, { password }, last.access);
    expect(await eventsOf(() => own('export', 'canary-not-it'))).toEqual([400, ['account.confirm-refused']]);
    expect(await eventsOf(() => own('export', third))).toEqual([200, ['account.exported']]);
    const other = (await login(third)).body as TokenPair;
    expect(await eventsOf(() => api.post('/logout/', { refresh: other.refresh }))).toEqual([200, ['logout']]);
    expect(await eventsOf(() => api.post('/logout/', { refresh: other.refresh }))).toEqual([200, []]);
    const away = (await login(third)).body as TokenPair;
    const further = (await login(third)).body as TokenPair;
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
});
