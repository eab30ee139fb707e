// Writes the search entries of apps in the transaction that changes them.
import { sql } from 'kysely';
import { findIndexableApps, type IndexableApp } from '../apps/index.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { hasRow } from '../platform/db/count-rows.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { deletionKeys } from '../platform/names/typos.ts';
import { facetsOf } from './facets.ts';
import { correctableWords, expandTokens, tokenFormat, tokensOf } from './tokens.ts';

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 2_000;

const indexLock = 4_704_001;

/** Serializes writers of the index, which could deadlock over its counters. */
export async function lockIndex(engine: Database['engine'], trx: WriteDb): Promise<void> {
  if (engine.name === 'postgres') await sql`select pg_advisory_xact_lock(${indexLock})`.execute(trx);
}

/** See ReindexApps. */
export async function reindexApps(engine: Database['engine'], trx: WriteDb, appIds: string[]): Promise<void> {
  await lockIndex(engine, trx);
  const entries = await findIndexableApps(trx, appIds);
  await trx.deleteFrom('search_entries').where('app_id', 'in', appIds).execute();
  if (entries.length === 0) return;
  const positions = await allocatePositions(trx, entries);
  const placed = entries.map((entry) => ({ entry, position: positions.get(entry.id) ?? 0 }));
  await insertEntries(engine, trx, placed);
  await learnWords(trx, new Set(entries.flatMap((entry) => [...correctableWords(entry)])));
  if (engine.name === 'sqlite') await insertTokens(trx, placed);
}

interface Placed {
  entry: IndexableApp;
  position: number;
}

async function insertEntries(
  engine: Database['engine'],
  trx: WriteDb,
  placed: readonly Placed[],
): Promise<void> {
  const rows = placed.map(({ entry, position }) => {
    const row = { app_id: entry.id, position, facets: facetsOf(entry) };
    if (engine.name === 'sqlite') return row;
    const { beginnings, whole } = tokensOf(entry);
    return { ...row, beginnings: [...beginnings].join(' '), whole: [...whole].join(' ') };
  });
  for (let from = 0; from < rows.length; from += chunk)
    await trx
      .insertInto('search_entries')
      .values(rows.slice(from, from + chunk))
      .execute();
}

/**
 * Runs after the other statements, with one statement for each row: before a statement that SQLite may have to undo
 * alone, such as one with several rows or a trigger, FTS5 writes its pending tokens as a separate segment, which it has
 * to merge later.
 */
async function insertTokens(trx: WriteDb, placed: readonly Placed[]): Promise<void> {
  for (const { entry, position } of placed)
    await sql`insert into search_index (rowid, tokens)
      values (${position}, ${[...expandTokens(tokensOf(entry))].join(' ')})`.execute(trx);
}

/**
 * Unique numbers in list order: the milliseconds of the listing, then 12 bits of the UUIDv7. They fit into 53 bits
 * until 2039.
 */
async function allocatePositions(trx: WriteDb, entries: IndexableApp[]): Promise<Map<string, number>> {
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
  return await hasRow(trx.selectFrom('search_entries').select('position').where('position', '=', position));
}

async function learnWords(trx: WriteDb, words: Set<string>): Promise<void> {
  if (words.size === 0) return;
  // A known word has itself among its deletion keys.
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

export async function removeWord(trx: WriteDb, word: string): Promise<void> {
  await trx
    .deleteFrom('search_words')
    .where('slip', 'in', [...deletionKeys(word)])
    .where('word', '=', word)
    .execute();
}

/** Up to `limit` listed apps without an entry, in order after an id. */
export async function unindexedApps(trx: WriteDb, after: string, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('apps')
    .leftJoin('search_entries', 'search_entries.app_id', 'apps.id')
    .select('apps.id')
    .where('search_entries.app_id', 'is', null)
    .where('apps.is_listed', '=', sqlLiteral.true)
    .where('apps.id', '>', after)
    .orderBy('apps.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const formatSetting = 'search-token-format';

/** Whether the index has the token format of this version. */
export async function isIndexCurrent(read: ReadDb): Promise<boolean> {
  return (await findSetting(read, formatSetting)) === tokenFormat;
}

export const noteIndexCurrent = (trx: WriteDb): Promise<void> =>
  storeSetting(trx, formatSetting, tokenFormat);
