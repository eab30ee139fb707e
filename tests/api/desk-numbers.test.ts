// The numbers of the desk: they are those of the rows, by days of Lagos, and each count reads an index.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NumbersJson } from '../../src/lib/shared/schemas/moderation/site.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { version } from '../../src/lib/server/platform/version.ts';
import { createStaff } from '../support/staff.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines, newApp } from '../support/test-product.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe.each(engines)('Numbers of the desk on %s', (engine) => {
  // Half past midnight in Lagos is another day in UTC.
  const began = Date.UTC(2026, 10, 20, 23, 30);
  let now = began;
  let api: TestApi;
  let admin: Person;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    admin = await createStaff(api, 'admin');
    await api.product.db.write((trx) =>
      trx.updateTable('sessions').set({ factor_at: now }).where('user_id', '=', admin.id).execute(),
    );
  });
  afterAll(() => api.product.dispose());

  async function numbers(): Promise<NumbersJson> {
    const headers = { authorization: `Bearer ${admin.access}` };
    const { status, body } = await api.request('/desk/numbers/', { headers });
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as NumbersJson;
  }

  test('Counts accounts, listings, releases and mails, in total and on the day of Lagos', async () => {
    const before = await numbers();
    expect(before.days).toHaveLength(30);
    expect(before.days.at(-1)).toMatchObject({ day: '2026-11-21', sign_ups: 1, listings: 0, releases: 0 });
    expect(before.accounts).toEqual({ verified: 1, pending: 0, suspended: 0, staff: 1 });
    await createPerson(api, { verified: false });
    const spammer = await createPerson(api);
    const { apps, moderation } = api.product.services;
    for (const name of ['One', 'Two', 'Three']) await apps.publishApp(newApp(admin.id, { name }));
    await moderation.hideListing('three', 'Spam.');
    await moderation.banAccount(spammer.id, 'Spam.');
    const after = await numbers();
    expect(after.accounts).toEqual({ verified: 1, pending: 1, suspended: 1, staff: 1 });
    expect(after.listings).toEqual({ public: 2, unlisted: 0, held: 0, limited: 0, removed: 1 });
    expect(after.days.at(-1)).toMatchObject({ sign_ups: 3, listings: 3, releases: 3 });
    const waiting = await api.product.outbox.count();
    expect(after.mails).toEqual({ waiting: waiting.waiting, failed: 0 });
    expect(after.nodes).toEqual([{ version, count: 1 }]);
    expect(after.jobs.failing).toBe(0);
    expect(api.faults).toEqual([]);
  });

  test('Moves what was counted to the day before once the day is over in Lagos, and leaves out what is older', async () => {
    const read = api.product.services.numbers;
    const ofYesterday = (await read.showNumbers()).days.at(-1);
    now = began + 23.6 * hour;
    const { days } = await read.showNumbers();
    expect(days.at(-2)).toEqual(ofYesterday);
    expect(days.at(-1)).toMatchObject({ day: '2026-11-22', sign_ups: 0, listings: 0 });
    now = began + 31 * day;
    const sum = (await read.showNumbers()).days.reduce(
      (all, { sign_ups, listings }) => all + sign_ups + listings,
      0,
    );
    expect(sum).toBe(0);
    now = began;
  });

  test.runIf(engine === 'sqlite')('Reads indexes alone for what grows with the directory', async () => {
    const statements = [
      `select state, count(*) from apps group by state`,
      `select (created_at + 1) / 2 as day, count(*) from users where created_at >= 1 group by day`,
      `select (created_at + 1) / 2 as day, count(*) from apps where created_at >= 1 group by day`,
      `select (created_at + 1) / 2 as day, count(*) from versions where created_at >= 1 group by day`,
      `select (at + 1) / 2 as day, count(*) from decisions where at >= 1 group by day`,
    ];
    for (const statement of statements) {
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(
        (api.product.db as OpenDatabase).kysely,
      );
      const [first] = rows;
      expect([statement, first?.detail]).toEqual([statement, expect.stringMatching(/USING COVERING INDEX/)]);
    }
  });

  test.runIf(engine === 'sqlite')('Leaves the owners of a list to be found by their ids', async () => {
    const { rows } = await sql<{ detail: string }>`explain query plan
      select firstname from users where is_verified = 1 and banned_at is null and closed_at is null
        and id in ('a', 'b')`.execute((api.product.db as OpenDatabase).kysely);
    expect(rows[0]?.detail).toMatch(/^SEARCH users USING INDEX \S+ \(id=\?\)$/);
  });
});
