// A directory of any size for measurements. Rows are inserted in batches without the slices, which would take an hour
// for a million; the rows are those that the slices would write.
import { sql } from 'kysely';
import type { Media } from '../../src/lib/server/media/index.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import type { Database, ReadDb, WriteDb } from '../../src/lib/server/platform/db/database.ts';
import type { TimelineTable, NewUserRow } from '../../src/lib/server/platform/db/schema.ts';
import { nameKey, slugify } from '../../src/lib/shared/text/text.ts';
import { createRandom, type Random } from '../../src/sample-data/random.ts';
import { dayMs } from '../../src/lib/shared/text/dates/days.ts';
import { addApp, noRows } from './synthetic-apps.ts';
import { idAt } from './synthetic-ids.ts';
import { nameAt } from './synthetic-names.ts';
import { makePool } from './synthetic-pictures.ts';
import { makeUser } from './synthetic-users.ts';

export interface SeedPlan {
  apps: number;
  users: number;
}

/** Apps in a transaction: many enough for its fixed cost, few enough for the engines' limit on parameters. */
const batch = 500;

const spanMs = 730 * dayMs;

/**
 * Adds synthetic users and apps, dated evenly over the last two years. May run again, and beside a server.
 * @param progressOf is told after each batch of a step what is done
 */
export async function seedDirectory(
  db: Database,
  media: Media,
  plan: SeedPlan,
  progressOf: (step: string) => (done: number, total: number) => void,
): Promise<void> {
  const now = Date.now();
  const reindex = createReindex(db);
  const random = createRandom(`seed ${now}`);
  // More than there are apps would never be shown.
  const pool = await makePool(db, media, plan.apps);

  const users: string[] = [];
  const usersDone = progressOf('users');
  for (let done = 0; done < plan.users; done += batch) {
    const rows = Array.from({ length: Math.min(batch, plan.users - done) }, (_, index) => {
      const number = done + index;
      // Owners join over the whole span, so that old apps have old owners.
      const joined = Math.round(now - spanMs - dayMs + (number / plan.users) * spanMs);
      return makeUser(random, `${now.toString(36)}${number.toString(36)}`, joined, pool.avatars);
    });
    await db.write((trx) => insertUsers(trx, rows));
    users.push(...rows.map((user) => user.id));
    usersDone(users.length, plan.users);
  }

  const names = await createNameSource(db.read);
  const appsDone = progressOf('apps');
  for (let done = 0; done < plan.apps; done += batch) {
    const count = Math.min(batch, plan.apps - done);
    for (;;) {
      const chosen = await names.take(count);
      try {
        await db.write((trx) => insertApps(trx, chosen, done));
        break;
      } catch (error) {
        // Another process has listed an app of that name meanwhile: other names are taken.
        if (db.engine.uniqueViolation(error) === null) throw error;
      }
    }
    appsDone(done + count, plan.apps);
  }
  // Without statistics the planner of either engine takes a large table for a small one.
  await db.write((trx) => sql`analyze`.execute(trx));

  async function insertApps(trx: WriteDb, chosen: string[], done: number): Promise<void> {
    const rows = noRows();
    for (const [index, name] of chosen.entries()) {
      const share = (done + index) / plan.apps;
      const createdAt = Math.round(now - spanMs + share * (spanMs - dayMs / 24));
      addApp(rows, { name, ownerId: ownerAt(share, users, random), createdAt }, now, random, pool);
    }
    await trx.insertInto('apps').values(rows.apps).execute();
    await trx.insertInto('app_categories').values(rows.app_categories).execute();
    if (rows.screenshots.length > 0) await trx.insertInto('screenshots').values(rows.screenshots).execute();
    await trx.insertInto('versions').values(rows.versions).execute();
    await trx.insertInto('timeline').values(rows.timeline).execute();
    await reindex(
      trx,
      rows.apps.map((app) => app.id),
    );
  }
}

/** An owner who had joined before. A few own many apps, most own one or two. */
function ownerAt(share: number, users: readonly string[], random: Random): string {
  const joined = Math.max(Math.floor(share * users.length), 1);
  const owner = users[Math.floor(joined * random.next() ** 1.6)];
  if (owner === undefined) throw new RangeError('There is nobody to own an app');
  return owner;
}

async function insertUsers(trx: WriteDb, users: NewUserRow[]): Promise<void> {
  await trx.insertInto('users').values(users).execute();
  const events = users.flatMap((user): TimelineTable[] => {
    const verified = user.created_at + 180_000;
    return [
      {
        id: idAt(user.created_at),
        user_id: user.id,
        category: 'SIGNUP',
        app_id: null,
        created_at: user.created_at,
      },
      {
        id: idAt(verified),
        user_id: user.id,
        category: 'ACCOUNT_VERIFIED',
        app_id: null,
        created_at: verified,
      },
    ];
  });
  await trx.insertInto('timeline').values(events).execute();
}

/** Unused names, starting where earlier runs have probably stopped. */
async function createNameSource(db: ReadDb): Promise<{ take(count: number): Promise<string[]> }> {
  const { count } = await db
    .selectFrom('apps')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  let number = count;

  async function taken(names: string[]): Promise<Set<string>> {
    const slugs = names.map(slugify);
    const [apps, former] = await Promise.all([
      db
        .selectFrom('apps')
        .select(['name_key', 'name_id'])
        .where((eb) => eb.or([eb('name_id', 'in', slugs), eb('name_key', 'in', names.map(nameKey))]))
        .execute(),
      db.selectFrom('app_name_ids').select('name_id').where('name_id', 'in', slugs).execute(),
    ]);
    return new Set([
      ...apps.flatMap((app) => [app.name_key, app.name_id]),
      ...former.map((row) => row.name_id),
    ]);
  }

  return {
    async take(wanted) {
      const free: string[] = [];
      while (free.length < wanted) {
        const names = Array.from({ length: wanted - free.length }, () => nameAt(number++));
        const used = await taken(names);
        free.push(...names.filter((name) => !used.has(nameKey(name)) && !used.has(slugify(name))));
      }
      return free;
    },
  };
}
