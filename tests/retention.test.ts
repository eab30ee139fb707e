// What the sweep removes and what it keeps, for every table that retention.ts gives a time.
import { readFileSync } from 'node:fs';
import { sql, type Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retentionPage } from '../scripts/retention-page.ts';
import type { OpenDatabase } from '../src/lib/server/platform/db/database.ts';
import type { Schema } from '../src/lib/server/platform/db/schema.ts';
import { newId } from '../src/lib/server/platform/ids.ts';
import { retention, type Retention } from '../src/lib/server/platform/retention.ts';
import { appClient } from './support/app-client.ts';
import { createPerson, type Person } from './support/people.ts';
import { createTestApi, type TestApi } from './support/test-api.ts';
import { bothEngines } from './support/test-product.ts';

type Retentions = typeof retention;
type Swept = {
  [Table in keyof Retentions]: Retentions[Table] extends { swept: object } ? Table : never;
}[keyof Retentions];

const everyTable = Object.entries<Retention>(retention);
const swept = everyTable
  .filter(([, { swept: times }]) => times !== undefined)
  .map(([table]) => table as Swept);

const minute = 60_000;

/** A row of each swept table whose time began at `at`. */
function rowsAt(at: number, userId: string, appId: string): { [Table in Swept]: Insertable<Schema[Table]> } {
  const id = newId();
  return {
    users: {
      id, email: `${id}@example.com`, email_key: `pending:${id}`, pending_email_key: `${id}@example.com`, pending_until: at,
      signup_network: null, is_contested: 0, password_hash: null, firstname: 'Ada', lastname: 'Obi', phone_no: '',
      address: '', show_email: 0, show_phone: 0, show_address: 0, country: 'Nigeria', country_code: 'NG', about: '',
      tags: '[]', social_links: '{}', picture_id: null, handle: null, views: 0, is_verified: 0, created_at: at - 1,
      updated_at: at - 1, closed_at: null,
    },
    sessions: { id, user_id: userId, created_at: at - 1, expires_at: at, revoked_at: null, device: null },
    codes: {
      id, user_id: userId, purpose: 'registration', code_hash: id, created_at: at - 1, expires_at: at, wrong_tries: 0,
      used_at: null, request_hash: null, asker: null, network: null,
    },
    known_devices: { user_id: userId, mark: id, seen_at: at },
    old_handles: { handle: `old-${id}`, user_id: userId, created_at: at },
    app_name_ids: { name_id: `old-${id}`, app_id: appId, created_at: at },
    factor_challenges: {
      id, kind: 'log-in', user_id: userId, session_id: null, client: 'test', password_mark: null, challenge: null,
      tries: 0, expires_at: at,
    },
    outbox: {
      id, recipient: 'ada@example.com', subject: 'test', text: '', html: '', created_at: at - 1, due_at: at - 1, tries: 1,
      last_error: null, request_id: null, sent_at: at, failed_at: null,
    },
    rate_limits: { key: id, resets_at: at, hits: 1 },
    jobs: {
      id, kind: 'export', account_id: userId, state: '{}', done: 1, total: 1, created_at: at - 1, due_at: at - 1,
      lease: null, tries: 1, last_error: null, request_id: null, finished_at: at,
    },
    kept_answers: { id, account_id: userId, request_hash: id, sealed: '', created_at: at },
    deletions: { digest: id, created_at: at },
    restrictions: {
      id, kind: 'email', pattern: `${id}@example.com`, account_id: null, action: 'publish', effect: 'deny', reason: '',
      until: at, created_at: at - 1,
    },
    link_robots: { host: `${id}.example.com`, text: '', read_at: at },
    listing_networks: { network: id, user_id: userId, listed_at: at },
  };
} // prettier-ignore

test('Keeps docs/retention.md up to date; otherwise run node scripts/retention-page.ts', async () => {
  expect(readFileSync('docs/retention.md', 'utf8')).toBe(await retentionPage());
});

describe.each(bothEngines)('Retention on %s', (engine) => {
  let api: TestApi;
  let person: Person;
  let appId: string;
  let database: OpenDatabase;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    database = api.product.db as OpenDatabase;
    person = await createPerson(api);
    appId = (await appClient(() => ({ api, owner: person })).created()).id;
  });
  afterAll(() => api.product.dispose());

  test('Names every table of the database', async () => {
    const tables = (await database.kysely.introspection.getTables()).map(({ name }) => name);
    const ours = tables.filter((name) => !/^(search_index|kysely_)/.test(name));
    expect(everyTable.map(([table]) => table).sort()).toEqual(ours.sort());
  });

  test.each(swept)(
    'Removes a row of %s when its time is over, and keeps one whose time is not',
    async (table) => {
      const { columns, ms } = retention[table].swept;
      const [column = ''] = columns;
      const over = Date.now() - ms - minute;
      const running = Date.now() - ms + 10 * minute;
      for (const at of [over, running])
        await database.kysely
          .insertInto(table)
          .values(rowsAt(at, person.id, appId)[table])
          .execute();
      await api.product.sweep();
      const rows = await sql<{
        at: number | string;
      }>`select ${sql.ref(column)} as at from ${sql.table(table)}`.execute(database.kysely);
      const instants = rows.rows.map(({ at }) => Number(at));
      expect(instants).not.toContain(over);
      expect(instants).toContain(running);
    },
  );
});
