// The one place of this slice that touches the index: its rows, and what differs between the engines.
import { sql } from 'kysely';
import type { CategoryName } from '../../shared/categories.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Phase, Platform } from './facets.ts';
import { toFts, toTsquery, type Expression } from './expression.ts';
import { slipsOf } from './slips.ts';
import { correctableWords, tokensOf, type IndexedApp } from './tokens.ts';

interface Entry extends IndexedApp {
  id: string;
  createdAt: number;
  categories: CategoryName[];
  platform: Platform;
  phase: Phase;
}

/** Rows an insert takes at a time; both engines bound the parameters of one statement. */
const chunk = 2_000;

/** Holds off other writers of the index, so that they cannot wait for one another over its counters. */
const indexLock = 4_704_001;

export async function lockIndex(engine: Database['engine'], trx: WriteDb): Promise<void> {
  if (engine.name === 'postgres') await sql`select pg_advisory_xact_lock(${indexLock})`.execute(trx);
}

/** See ReindexApps. */
export async function reindexApps(engine: Database['engine'], trx: WriteDb, appIds: string[]): Promise<void> {
  await lockIndex(engine, trx);
  const entries = await readEntries(trx, appIds);
  await trx.deleteFrom('search_entries').where('app_id', 'in', appIds).execute();
  if (entries.length === 0) return;
  const positions = await allocatePositions(trx, entries);
  const rows = entries.map((entry) => ({
    app_id: entry.id,
    position: positions.get(entry.id) ?? 0,
    tokens: [...tokensOf(entry)],
  }));
  if (engine.name === 'postgres') {
    for (const { app_id, position, tokens } of rows)
      await sql`insert into search_entries (app_id, position, tokens)
        values (${app_id}, ${position}, array_to_tsvector(${tokens}::text[]))`.execute(trx);
  } else {
    await trx
      .insertInto('search_entries')
      .values(rows.map(({ app_id, position }) => ({ app_id, position })))
      .execute();
    for (const { position, tokens } of rows)
      await sql`insert into search_index (rowid, tokens) values (${position}, ${tokens.join(' ')})`.execute(
        trx,
      );
  }
  await insertFacets(trx, entries);
  await learnWords(trx, new Set(entries.flatMap((entry) => [...correctableWords(entry)])));
}

async function readEntries(trx: WriteDb, appIds: string[]): Promise<Entry[]> {
  const apps = await trx
    .selectFrom('apps')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .innerJoin('versions', (join) =>
      join.onRef('versions.app_id', '=', 'apps.id').on('versions.is_current', '=', 1),
    )
    .select([
      'apps.id',
      'apps.name',
      'apps.description',
      'apps.platform',
      'apps.created_at',
      'users.firstname',
      'users.lastname',
      'versions.release_type',
    ])
    .where('apps.id', 'in', appIds)
    .execute();
  const categories = await trx
    .selectFrom('app_categories')
    .select(['app_id', 'category'])
    .where('app_id', 'in', appIds)
    .execute();
  const categoriesOf = Map.groupBy(categories, (row) => row.app_id);
  return apps.map((app) => ({
    id: app.id,
    createdAt: app.created_at,
    name: app.name,
    description: app.description,
    categories: (categoriesOf.get(app.id) ?? []).map(({ category }) => category),
    ownerName: `${app.firstname} ${app.lastname}`,
    platform: app.platform,
    phase: app.release_type,
  }));
}

/**
 * A number an app, in the order of the lists: by when it was listed, then by id. Milliseconds, then what follows them in a
 * UUIDv7 (12 bits); 53 bits last until 2039.
 */
async function allocatePositions(trx: WriteDb, entries: Entry[]): Promise<Map<string, number>> {
  const wanted = new Map(
    entries.map(({ id, createdAt }) => [id, createdAt * 4_096 + Number.parseInt(id.slice(15, 18), 16)]),
  );
  const taken = await trx
    .selectFrom('search_entries')
    .select('position')
    .where('position', 'in', [...wanted.values()])
    .execute();
  const used = new Set(taken.map(({ position }) => position));
  for (const [id, first] of wanted) {
    let position = first;
    while (used.has(position) || (position !== first && (await isTaken(trx, position)))) position += 1;
    used.add(position);
    wanted.set(id, position);
  }
  return wanted;
}

async function isTaken(trx: WriteDb, position: number): Promise<boolean> {
  const row = await trx
    .selectFrom('search_entries')
    .select('position')
    .where('position', '=', position)
    .executeTakeFirst();
  return row !== undefined;
}

/** One row a category, and one under '' for the lists of all categories; triggers count them. */
async function insertFacets(trx: WriteDb, entries: Entry[]): Promise<void> {
  const rows = entries.flatMap(({ id, categories, platform, phase }) =>
    (['', ...categories] as const).map((category) => ({ app_id: id, category, platform, phase })),
  );
  for (let from = 0; from < rows.length; from += chunk)
    await trx
      .insertInto('search_facets')
      .values(rows.slice(from, from + chunk))
      .execute();
}

async function learnWords(trx: WriteDb, words: Set<string>): Promise<void> {
  if (words.size === 0) return;
  // A word stands under itself as well, so one look tells which are known.
  const known = await trx
    .selectFrom('search_words')
    .select('word')
    .where('slip', 'in', [...words])
    .whereRef('slip', '=', 'word')
    .execute();
  for (const { word } of known) words.delete(word);
  const rows = [...words].flatMap((word) => [...slipsOf(word)].map((slip) => ({ slip, word })));
  for (let from = 0; from < rows.length; from += chunk)
    await trx
      .insertInto('search_words')
      .values(rows.slice(from, from + chunk))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Words that share a slip with this one; some of them are two slips away. */
export async function wordsLike(db: ReadDb, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .distinct()
    .where('slip', 'in', [...slipsOf(word)])
    .orderBy('word')
    .execute();
  return rows.map((row) => row.word);
}

export interface PositionQuery {
  expression: Expression;
  /** Where to go on; the first is the one beyond it. */
  beyond?: number | undefined;
  /** Newest first, or (walking back) oldest first. */
  direction: 'desc' | 'asc';
  limit: number;
}

/** Positions of the apps that match. */
export async function findPositions(
  { engine, read }: Pick<Database, 'engine' | 'read'>,
  { expression, beyond, direction, limit }: PositionQuery,
): Promise<number[]> {
  const newest = direction === 'desc';
  // A page from the start begins beyond everything there is.
  const start = beyond ?? (newest ? Number.MAX_SAFE_INTEGER : -1);
  const postgres = newest ? sql`search_older` : sql`search_newer`;
  const query =
    engine.name === 'postgres'
      ? sql<{ position: number }>`select position
          from ${postgres}(${toTsquery(expression)}::tsquery, ${start}::bigint, ${limit}::integer) as position`
      : sql<{ position: number }>`select rowid as position from search_index
          where search_index match ${toFts(expression)} and rowid ${newest ? sql`<` : sql`>`} ${start}
          order by rowid ${newest ? sql`desc` : sql`asc`} limit ${limit}`;
  return (await query.execute(read as never)).rows.map((row) => row.position);
}

/** How many apps match, counted up to `most`. */
export async function countMatches(
  { engine, read }: Pick<Database, 'engine' | 'read'>,
  expression: Expression,
  most: number,
): Promise<number> {
  const query =
    engine.name === 'postgres'
      ? sql<{
          count: number;
        }>`select search_count(${toTsquery(expression)}::tsquery, ${most}::integer) as count`
      : sql<{ count: number }>`select count(*) as count from
          (select 1 from search_index where search_index match ${toFts(expression)} limit ${most})`;
  const { rows } = await query.execute(read as never);
  return rows[0]?.count ?? 0;
}

/** Ids of the apps at these positions, in their order. What was deleted meanwhile is left out. */
export async function appIdsAt(db: ReadDb, positions: number[]): Promise<string[]> {
  if (positions.length === 0) return [];
  const rows = await db
    .selectFrom('search_entries')
    .select(['app_id', 'position'])
    .where('position', 'in', positions)
    .execute();
  const idAt = new Map(rows.map((row) => [row.position, row.app_id]));
  return positions.flatMap((position) => idAt.get(position) ?? []);
}

/** Up to `limit` apps that have no entry yet. */
export async function unindexedApps(trx: WriteDb, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .leftJoin('search_entries', 'search_entries.app_id', 'apps.id')
    .select('apps.id')
    .where('search_entries.app_id', 'is', null)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
