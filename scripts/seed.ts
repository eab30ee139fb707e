// npm run seed -- --apps 100000: fills the configured database with made-up users and apps for measurements. Rows are
// inserted in batches without the features, which would take an hour for a million.
import { sql } from 'kysely';
import { recordPicture } from '../src/lib/server/media/index.ts';
import type { Database } from '../src/lib/server/platform/db/database.ts';
import { createReindex } from '../src/lib/server/search/index.ts';
import type { PicturePurpose } from '../src/lib/shared/page/pictures.ts';
import { dayMs } from '../src/lib/shared/text/dates/days.ts';
import { nameKey, slugify } from '../src/lib/shared/text/text.ts';
import { compose, type Product } from '../src/compose.ts';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { openPictures, pictureNames } from '../src/sample-data/pictures.ts';
import { createRandom } from '../src/sample-data/random.ts';
import { counted, progressOf, runCommand, secondsSince, UsageError } from './command.ts';
import { nameAt } from './seed/names.ts';
import { addApp, eventsOf, userRow, type AppRows, type PicturePool } from './seed/rows.ts';

const help = `Usage: npm run seed -- --apps <number> [--users <number>]

Adds made-up apps, with owners, pictures, releases and timelines, to the database of the
current configuration (DATA_DIR or DATABASE_URL). For measuring: the apps are not real, and
nobody can log in as their owners. Running it again adds more. A server that is running
shows them after a restart.

  --apps <number>    how many apps to add, 1 to 10000000
  --users <number>   how many owners to add; one for every eight apps when left out
  --help             this text

Example: DATA_DIR=/tmp/large npm run seed -- --apps 100000`;

/** Rows in a transaction: enough for its fixed cost, few enough for the engines' limit on parameters. */
const batch = 500;
/** Accounts and apps are dated over this time, evenly. */
const spanMs = 730 * dayMs;
/** Pictures of each kind that are shared. */
const most = 16;

/** Stores pictures of sample listings, or finds those of an earlier run. */
async function storePictures({ db, services: { media } }: Product, apps: number): Promise<PicturePool> {
  const pictures = openPictures(media);
  const several = (pattern: RegExp, purpose: PicturePurpose): Promise<string[]> => {
    const names = pictureNames(pattern).slice(0, Math.min(apps, most));
    return Promise.all(
      names.map(async (name) => {
        const stored = await pictures.store(name, purpose);
        await db.write((trx) => recordPicture(trx, stored, Date.now()));
        return stored.id;
      }),
    );
  };
  try {
    const [logos, avatars, portrait, landscape] = await Promise.all([
      several(/-logo$/, 'logo'),
      several(/^person-/, 'avatar'),
      several(/-1$/, 'screenshot'),
      several(/-2$/, 'screenshot'),
    ]);
    return { logos, avatars, portrait, landscape };
  } finally {
    pictures.close();
  }
}

/** Names that no app has, beginning with the one of this number. */
async function freeNames(
  db: Database,
  from: number,
  count: number,
): Promise<{ names: string[]; next: number }> {
  const names = Array.from({ length: count }, (_, index) => nameAt(from + index));
  const slugs = names.map(slugify);
  const apps = await db.read
    .selectFrom('apps')
    .select(['name_key', 'name_id'])
    .where((eb) => eb.or([eb('name_id', 'in', slugs), eb('name_key', 'in', names.map(nameKey))]))
    .execute();
  const taken = new Set(apps.flatMap((app) => [app.name_key, app.name_id]));
  const free = names.filter((name) => !taken.has(nameKey(name)) && !taken.has(slugify(name)));
  return { names: free, next: from + count };
}

async function seedUsers({ db }: Product, count: number, now: number, pool: PicturePool): Promise<string[]> {
  const random = createRandom(`users ${String(now)}`);
  const progress = progressOf('users');
  const users: string[] = [];
  while (users.length < count) {
    const rows = Array.from({ length: Math.min(batch, count - users.length) }, (_, index) => {
      const number = users.length + index;
      // Owners join over the whole time, so that old apps have old owners.
      const joined = Math.round(now - spanMs - dayMs + (number / count) * spanMs);
      return userRow(random, `${now.toString(36)}${number.toString(36)}`, joined, pool);
    });
    await db.write(async (trx) => {
      await trx.insertInto('users').values(rows).execute();
      await trx.insertInto('timeline').values(rows.flatMap(eventsOf)).execute();
    });
    users.push(...rows.map(({ id }) => id));
    progress(users.length, count);
  }
  return users;
}

async function seedApps({ db }: Product, count: number, now: number, pool: PicturePool, users: string[]) {
  const random = createRandom(`apps ${String(now)}`);
  const reindex = createReindex(db);
  const progress = progressOf('apps');
  const { apps } = await db.read
    .selectFrom('apps')
    .select((eb) => eb.fn.countAll<number>().as('apps'))
    .executeTakeFirstOrThrow();
  for (let done = 0, number = apps; done < count;) {
    const { names, next } = await freeNames(db, number, Math.min(batch, count - done));
    number = next;
    if (names.length === 0) continue;
    const rows: AppRows = { apps: [], app_categories: [], screenshots: [], versions: [], timeline: [] };
    for (const [index, name] of names.entries()) {
      const share = (done + index) / count;
      const createdAt = Math.round(now - spanMs + share * (spanMs - dayMs / 24));
      // Somebody who had joined before. A few own many apps, most own one or two.
      const joined = Math.max(Math.floor(share * users.length), 1);
      const ownerId = users[Math.floor(joined * random.next() ** 1.6)] ?? '';
      addApp(rows, { name, ownerId, createdAt, until: now }, random, pool);
    }
    await db.write(async (trx) => {
      await trx.insertInto('apps').values(rows.apps).execute();
      await trx.insertInto('app_categories').values(rows.app_categories).execute();
      if (rows.screenshots.length > 0) await trx.insertInto('screenshots').values(rows.screenshots).execute();
      await trx.insertInto('versions').values(rows.versions).execute();
      await trx.insertInto('timeline').values(rows.timeline).execute();
      await reindex(
        trx,
        rows.apps.map(({ id }) => id),
      );
    });
    done += names.length;
    progress(done, count);
  }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000_000)
    throw new UsageError(`--${name} ${text}: must be a whole number from 1 to 10000000.`);
  return value;
}

const options = { apps: { type: 'string' }, users: { type: 'string' } } as const;

await runCommand({ help, options }, async ({ values }) => {
  if (values.apps === undefined) throw new UsageError('--apps is missing.');
  const apps = wholeNumber('apps', values.apps);
  const users = values.users === undefined ? Math.ceil(apps / 8) : wholeNumber('users', values.users);
  const [began, now] = [performance.now(), Date.now()];
  const config = parseConfig(process.env);
  console.log(`Seeding ${config.databaseUrl === undefined ? config.dataDir : 'PostgreSQL'} ...`);
  // Loading the samples takes ten seconds, and no measurement needs them.
  const product = await compose({ ...config, sampleData: false });
  const pool = await storePictures(product, apps);
  await seedApps(product, apps, now, pool, await seedUsers(product, users, now, pool));
  // Without statistics the planner of either engine takes a large table for a small one.
  await product.db.write((trx) => sql`analyze`.execute(trx));
  await product.close();
  console.log(`Added ${counted(apps, 'app')} in ${secondsSince(began)}.`);
});
