// Deleting an account takes what names it from cases and decisions; its export holds what it wrote.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reporterAppealPath } from '../../../src/lib/server/moderation/appeals/appeal-links.ts';
import { ownCases } from '../../../src/lib/server/moderation/index.ts';
import type { OpenDatabase } from '../../../src/lib/server/platform/db/database.ts';
import { decide, listApp, openCase, ruling } from '../../support/desk-cases.ts';
import { everyRow } from '../../support/every-row.ts';
import { createPerson } from '../../support/people.ts';
import { createStaff } from '../../support/staff.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { engines } from '../../support/test-product.ts';

describe.each(engines)('Deleted accounts and cases on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('Decisions stay without the account, its listing and what was written to it', async () => {
    const { db } = api.product;
    const staff = await createStaff(api);
    const gone = await createPerson(api);
    const other = await createPerson(api);
    const app = await listApp(api, gone, `Goner ${engine}`);
    const theirs = await listApp(api, other);
    const about = await openCase(api, { subject: { kind: 'app', id: app.id }, ownerId: gone.id });
    const form = { action: 'limit', owner_reason: 'A word for its owner alone.' };
    expect((await decide(api, staff, about.number, form)).status).toBe(201);
    await openCase(api, { subject: { kind: 'profile', id: gone.id }, ownerId: gone.id });
    const subject = { kind: 'app', id: theirs.id } as const;
    await openCase(api, { subject, ownerId: other.id, reporter: gone });
    const begun = await api.post(
      '/desk/bulk/',
      { action: 'remove', ...ruling, account: gone.id },
      staff.access,
    );
    expect(begun.status).toBe(201);
    await api.product.jobs.flush();

    const password = 'correct horse battery';
    const deleted = await api.post(`/user/${gone.id}/delete/`, { password }, gone.access);
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
    await api.product.jobs.flush();

    const rows = await everyRow(db);
    for (const [name, found] of Object.entries(rows)) {
      if (name === 'audit_events') continue;
      const text = JSON.stringify(found);
      for (const trace of [gone.id, `Goner ${engine}`, 'A word for its owner alone.'])
        expect([name, trace, text.includes(trace)]).toEqual([name, trace, false]);
    }
    const { kysely } = db as OpenDatabase;
    const decision = kysely.selectFrom('decisions').selectAll().where('number', '=', about.number);
    expect(await decision.executeTakeFirst()).toMatchObject({
      action: 'limit',
      policy: ruling.policy,
      public_reason: ruling.public_reason,
      owner_id: null,
      owner_reason: '',
      actor_id: staff.id,
    });
    expect(api.faults).toEqual([]);
  });

  test('What a member wrote as a reporter is in the export, and goes with the account', async () => {
    const { db, secret } = api.product;
    const staff = await createStaff(api);
    const [owner, reporter] = [await createPerson(api), await createPerson(api)];
    const app = await listApp(api, owner);
    const subject = { kind: 'app', id: app.id } as const;
    const { id, number } = await openCase(api, { subject, ownerId: owner.id, reporter });
    expect((await decide(api, staff, number, { action: 'none' })).status).toBe(201);
    const report = db.read.selectFrom('reports').select('id').where('case_id', '=', id);
    const path = reporterAppealPath(secret, (await report.executeTakeFirstOrThrow()).id);
    const message = `It still copies my picture on ${engine}.`;
    expect((await api.post(`${path}/`, { message })).status).toBe(201);
    expect(await ownCases.appeals(db.read, reporter.id, '', 10)).toMatchObject([{ text: message }]);

    const password = 'correct horse battery';
    const deleted = await api.post(`/user/${reporter.id}/delete/`, { password }, reporter.access);
    expect(deleted.status).toBe(200);
    await api.product.jobs.flush();
    expect(JSON.stringify(await everyRow(db))).not.toContain(message);
  });

  const changes = [
    'update decisions set public_reason = public_reason || 2',
    `update decisions set owner_reason = 'other'`,
    `update decisions set owner_id = 'other'`,
    'delete from decisions',
    `update case_events set event = 'noted' where event <> 'noted'`,
    `update case_events set text = 'other'`,
    'delete from case_events',
    ...(engine === 'postgres'
      ? ['truncate decisions', 'truncate case_events']
      : ['insert or replace into case_events select * from case_events']),
  ];
  test.each(changes)('The database refuses: %s', async (statement) => {
    const { kysely } = api.product.db as OpenDatabase;
    const { sql } = await import('kysely');
    const read = async () => {
      const { case_events, decisions } = await everyRow(api.product.db);
      return { case_events, decisions };
    };
    const before = await read();
    expect(before.decisions?.length).toBeGreaterThan(0);
    await expect(sql.raw(statement).execute(kysely)).rejects.toThrow('only grows');
    expect(await read()).toEqual(before);
  });
});
