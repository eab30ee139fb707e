// Measures how much each join over tables of two slices saves compared with separate queries of the owners: the figures
// of 'Who owns which table' in docs/architecture.md. Run it by hand on a seeded SQLite directory: DATA_DIR=<folder>
// node scripts/bench/joins.ts. Its changes are rolled back.
import { sql } from 'kysely';
import { openSqlite } from '../../src/lib/server/platform/db/sqlite.ts';
import type { ReadDb, WriteDb } from '../../src/lib/server/platform/db/database.ts';
import { findOrphans } from '../../src/lib/server/media/sweep-queries.ts';
import { unindexedApps } from '../../src/lib/server/search/search-writes.ts';
import { listEvents } from '../../src/lib/server/timeline/index.ts';
import { percentile } from '../../tests/support/server-process.ts';

const db = openSqlite(process.env['DATA_DIR'] ?? '');
const trx = await db.kysely.startTransaction().execute();
const [read, write]: [ReadDb, WriteDb] = [trx as unknown as ReadDb, trx];
const run = (text: string) => sql.raw(text).execute(trx);

/** The median of some runs, in milliseconds. */
async function median(work: () => Promise<unknown>, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 2; round += 1) {
    const began = performance.now();
    await work();
    // The first two runs warm up the caches.
    if (round > 1) times.push(performance.now() - began);
  }
  return percentile(times, 0.5);
}

async function compare(
  name: string,
  { joined, apart }: Record<'joined' | 'apart', () => Promise<unknown>>,
  rounds = 200,
): Promise<void> {
  const [one, two] = [await median(joined, rounds), await median(apart, rounds)];
  console.log(
    `${name}: joined ${one.toFixed(3)} ms, apart ${two.toFixed(3)} ms, ${(two / one).toFixed(2)} times`,
  );
}

/** All ids in order, a page at a time. */
async function eachPage(
  table: 'apps' | 'media',
  size: number,
  work: (ids: string[]) => Promise<unknown>,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await read
      .selectFrom(table)
      .select('id')
      .where('id', '>', after)
      .$if(table === 'apps', (query) => query.where('is_listed' as 'id', '=', sql.lit(1) as never))
      .orderBy('id')
      .limit(size)
      .execute();
    if (rows.length > 0) await work(rows.map(({ id }) => id));
    if (rows.length < size) return;
    after = rows.at(-1)?.id ?? after;
  }
}

try {
  const reads = { note: () => undefined, keepFor: () => undefined };
  const events = (userId: string, withRemoved: boolean) =>
    listEvents({ read, reads } as unknown as Parameters<typeof listEvents>[0], { userId, withRemoved });
  const unlisted = (userId: string) =>
    read
      .selectFrom('apps')
      .select('id')
      .where('owner_id', '=', userId)
      .where('is_listed', '=', sql.lit(0))
      .execute();
  const [few = '', many = ''] = (
    await read.selectFrom('users').select('id').orderBy('id').limit(2).execute()
  ).map(({ id }) => id);
  await compare('The timeline of an account without removed apps', {
    joined: () => events(few, false),
    apart: async () => [await unlisted(few), await events(few, true)],
  });
  // An account of many listings whose ban is lifted.
  await run(
    `update apps set owner_id = '${many}', is_listed = 0 where id in (select id from apps limit 10000)`,
  );
  await run(
    `update timeline set user_id = '${many}' where app_id in (select id from apps where is_listed = 0)`,
  );
  await compare(
    'The timeline of an account with 10,000 removed apps',
    {
      joined: () => events(many, false),
      apart: async () => {
        const hidden = (await unlisted(many)).map(({ id }) => id);
        const shown = read
          .selectFrom('timeline')
          .where('user_id', '=', many)
          .where((eb) => eb.or([eb('app_id', 'is', null), eb('app_id', 'not in', hidden)]));
        await shown.select(({ fn }) => fn.countAll().as('events')).execute();
        await shown.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(24).execute();
      },
    },
    20,
  );
  await run('update apps set is_listed = 1');

  await compare(
    'Listed apps without a search entry',
    {
      joined: () => unindexedApps(write, '', 50),
      apart: () =>
        eachPage('apps', 500, (ids) =>
          read.selectFrom('search_entries').select('app_id').where('app_id', 'in', ids).execute(),
        ),
    },
    5,
  );

  // Every app and every screenshot has a picture of its own.
  for (const table of ['apps', 'screenshots'] as const) {
    await run(`insert into media select id, 'logo', 1, 1, '1', 'png', '', 1, 0, 0, null from ${table}`);
    await run(`update ${table} set ${table === 'apps' ? 'logo_id' : 'media_id'} = id`);
  }
  const among = (table: 'apps' | 'screenshots' | 'users', column: string, ids: string[]) =>
    read
      .selectFrom(table)
      .select(column as 'id')
      .where(column as 'id', 'in', ids)
      .execute();
  await compare(
    'Pictures without a reference',
    {
      joined: () => findOrphans(read, { before: 1, now: 1 }, '', 200),
      apart: () =>
        eachPage('media', 200, async (ids) => {
          await among('apps', 'logo_id', ids);
          await among('screenshots', 'media_id', ids);
          await among('users', 'picture_id', ids);
        }),
    },
    5,
  );
} finally {
  await trx.rollback().execute();
  await db.close();
}
