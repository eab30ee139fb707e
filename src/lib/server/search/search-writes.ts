// What apps are found by, written in the transaction that changes them.
import { sql } from 'kysely';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import type { Phase, Platform } from './facets.ts';
import { deletionKeys } from './typos.ts';
import {
  correctableWords,
  spellOut,
  tokenFormat,
  tokensOf,
  type AppTokens,
  type IndexedApp,
} from './tokens.ts';

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
  for (const entry of entries) {
    const position = positions.get(entry.id) ?? 0;
    await insertEntry(engine, trx, { appId: entry.id, position, tokens: tokensOf(entry) });
  }
  await insertFacets(trx, entries);
  await learnWords(trx, new Set(entries.flatMap((entry) => [...correctableWords(entry)])));
}

async function insertEntry(
  engine: Database['engine'],
  trx: WriteDb,
  { appId, position, tokens }: { appId: string; position: number; tokens: AppTokens },
): Promise<void> {
  if (engine.name === 'postgres') {
    const [beginnings, whole] = [tokens.beginnings, tokens.whole].map((words) => [...words].join(' '));
    await sql`insert into search_entries (app_id, position, beginnings, whole)
      values (${appId}, ${position}, ${beginnings}, ${whole})`.execute(trx);
    return;
  }
  await trx.insertInto('search_entries').values({ app_id: appId, position }).execute();
  await sql`insert into search_index (rowid, tokens)
    values (${position}, ${[...spellOut(tokens)].join(' ')})`.execute(trx);
}

async function readEntries(trx: WriteDb, appIds: string[]): Promise<Entry[]> {
  const apps = await trx
    .selectFrom('apps')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .innerJoin('versions', (join) =>
      join.onRef('versions.app_id', '=', 'apps.id').on('versions.is_current', '=', sqlLiteral.true),
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
    // One that is in no list is found by nothing: indexing it again takes it out.
    .where('apps.is_listed', '=', sqlLiteral.true)
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
  const rows = [...words].flatMap((word) => [...deletionKeys(word)].map((slip) => ({ slip, word })));
  for (let from = 0; from < rows.length; from += chunk)
    await trx
      .insertInto('search_words')
      .values(rows.slice(from, from + chunk))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Up to `limit` listed apps that have no entry yet. */
export async function unindexedApps(trx: WriteDb, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .leftJoin('search_entries', 'search_entries.app_id', 'apps.id')
    .select('apps.id')
    .where('search_entries.app_id', 'is', null)
    .where('apps.is_listed', '=', sqlLiteral.true)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const formatSetting = 'search-token-format';

/** Whether the index holds the tokens that this version makes. */
export async function isIndexCurrent(read: ReadDb): Promise<boolean> {
  const row = await read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', formatSetting)
    .executeTakeFirst();
  return row?.value === tokenFormat;
}

export async function noteIndexCurrent(trx: WriteDb): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name: formatSetting, value: tokenFormat })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: tokenFormat }))
    .execute();
}

/** Up to `limit` apps whose id is beyond `after`, in the order of their ids. */
export async function appIdsAfter(trx: WriteDb, after: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
