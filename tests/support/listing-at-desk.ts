// Sets up an API, a member of staff, and for each test a new public listing to decide about.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { listApp, openCase } from './desk-cases.ts';
import { createPerson, type Person } from './people.ts';
import { createStaff, proveFactor } from './staff.ts';
import { createTestApi, type TestApi } from './test-api.ts';
import type { EngineName } from './test-product.ts';

export function useListingAtDesk(engine: EngineName) {
  let api: TestApi;
  let staff: Person;
  let owner: Person | undefined;
  let app: AppJson;
  let now = Date.UTC(2026, 10, 21, 9);

  const database = () => (api.product.db as OpenDatabase).kysely;
  /** A person whose account is open: tests that suspend one leave it so. */
  async function openOwner(known: Person | undefined): Promise<Person> {
    const standing = database().selectFrom('users').select('banned_at');
    const row = known && (await standing.where('id', '=', known.id).executeTakeFirst());
    return known && row?.banned_at === null ? known : await createPerson(api);
  }

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now, wakeMail: () => undefined });
    staff = await createStaff(api);
  });
  afterAll(() => api.product.dispose());
  beforeEach(async () => {
    await proveFactor(api, staff, now);
    owner = await openOwner(owner);
    app = await listApp(api, owner);
  });

  const site = {
    get api() {
      return api;
    },
    get staff() {
      return staff;
    },
    get owner() {
      if (!owner) throw new Error('No test runs yet.');
      return owner;
    },
    set owner(person: Person) {
      owner = person;
    },
    get app() {
      return app;
    },
    get now() {
      return now;
    },
    set now(value: number) {
      now = value;
    },
    database,
    /** Opens a case about the listing. */
    open: (reporter?: Person) =>
      openCase(api, {
        subject: { kind: 'app', id: app.id },
        ownerId: site.owner.id,
        ...(reporter && { reporter }),
      }),
    stateOf: async () => {
      const state = database().selectFrom('apps').select('state').where('id', '=', app.id);
      return (await state.executeTakeFirstOrThrow()).state;
    },
    mailsTo: ({ email }: Person) =>
      database()
        .selectFrom('outbox')
        .select(['subject', 'text', 'html'])
        .where('recipient', '=', email)
        .orderBy('id')
        .execute(),
  };
  return site;
}
