// Writes the search entries of apps in the transaction that changes them.
import { setImmediate } from 'node:timers/promises';
import { factFilters } from '../../shared/schemas/filters.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { correctableWords } from '../../shared/text/search-words.ts';
import { findCategories } from '../apps/categories.ts';
import { listedApps } from '../apps/visibility.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { sqlLiteral } from '../platform/db/statements.ts';
import { deletionKeys } from '../platform/names/typos.ts';
import type { ReindexApps } from '../context.ts';
import { indexOf } from './engines.ts';
import { filterTokensOf, textsOf, tokensOf, type IndexedApp } from './tokens.ts';

/** Apps whose entries are written at once. */
const batch = 500;

interface IndexableApp extends IndexedApp {
  id: string;
  createdAt: number;
}

/** The listed ones among these apps; unlisted apps are not indexed. */
async function findIndexableApps(trx: WriteDb, appIds: string[]): Promise<IndexableApp[]> {
  const filters = ['platform', ...factFilters] as const;
  const apps = await trx
    .selectFrom('apps')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .innerJoin('versions', (join) =>
      join.onRef('versions.app_id', '=', 'apps.id').on('versions.is_current', '=', sqlLiteral.true),
    )
    .select(['apps.id', 'apps.name', 'apps.description', 'apps.created_at', 'apps.has_dead_link'])
    .select(filters.map((name) => `apps.${name}` as const))
    .select(['users.firstname', 'users.lastname', 'versions.release_type as phase'])
    .where('apps.id', 'in', appIds)
    .where('apps.state', '=', 'public')
    .where('users.banned_at', 'is', null)
    .execute();
  const categoriesOf = await findCategories(trx, appIds);
  return apps.map((app) => ({
    ...app,
    createdAt: app.created_at,
    ownerName: fullName(app),
    categories: categoriesOf.get(app.id) ?? [],
    hasDeadLink: app.has_dead_link === 1,
  }));
}

/** Passed to the rooms that change apps. */
export function createReindex({ engine }: Pick<Database, 'engine'>): ReindexApps {
  const index = indexOf(engine);

  async function reindexSome(trx: WriteDb, appIds: string[]): Promise<void> {
    const apps = await findIndexableApps(trx, appIds);
    await trx.deleteFrom('search_entries').where('app_id', 'in', appIds).execute();
    if (apps.length === 0) return;
    const positions = await freePositions(trx, apps);
    const entries = apps.map((app, at) => ({
      app_id: app.id,
      position: positions[at] ?? 0,
      facets: filterTokensOf(app).sort().join(' '),
      tokens: tokensOf(app),
    }));
    await learnWords(trx, new Set(apps.flatMap((app) => [...correctableWords(app.name, textsOf(app))])));
    await index.insert(trx, entries);
  }

  return async (trx, appIds) => {
    if (appIds.length === 0) return;
    await index.lock(trx);
    for (let from = 0; from < appIds.length; from += batch) {
      // SQLite works on the thread that answers requests.
      if (from > 0) await setImmediate();
      await reindexSome(trx, appIds.slice(from, from + batch));
    }
  };
}

/**
 * For each app a number in list order: the milliseconds of the listing, then 12 bits of the UUIDv7, or the next one
 * that no app has. It fits into 53 bits until 2039.
 */
async function freePositions(trx: WriteDb, apps: readonly IndexableApp[]): Promise<number[]> {
  const wanted = apps.map(({ id, createdAt }) => createdAt * 4_096 + Number.parseInt(id.slice(15, 18), 16));
  const taken = async (positions: number[]): Promise<number[]> => {
    const entries = trx.selectFrom('search_entries').select('position');
    const rows = await entries.where('position', 'in', positions).execute();
    return rows.map(({ position }) => position);
  };
  const used = new Set(await taken(wanted));
  const free: number[] = [];
  for (let position of wanted) {
    while (used.has(position)) for (const next of await taken([(position += 1)])) used.add(next);
    used.add(position);
    free.push(position);
  }
  return free;
}

/** Indexes the listed apps without an entry; each of them once, so that it ends also where one cannot be indexed. */
export async function indexMissing(db: Database): Promise<void> {
  const reindex = createReindex(db);
  for (let after: string | undefined = ''; after !== undefined;) {
    const last: string = after;
    // The transaction may run again, and then has to find the same apps.
    after = await db.write(async (trx) => {
      const missing = listedApps(trx)
        .leftJoin('search_entries', 'search_entries.app_id', 'apps.id')
        .select('apps.id')
        .where('search_entries.app_id', 'is', null);
      const next = missing.where('apps.id', '>', last).orderBy('apps.id').limit(batch);
      const ids = (await next.execute()).map(({ id }) => id);
      await reindex(trx, ids);
      return ids.at(-1);
    });
  }
}

// The words that listings have, by which typos are corrected (platform/names/typos.ts).

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 2_000;

async function learnWords(trx: WriteDb, words: Set<string>): Promise<void> {
  if (words.size === 0) return;
  // A known word has itself among its deletion keys.
  const known = await trx
    .selectFrom('search_words')
    .select('word')
    .where('typo', 'in', [...words])
    .whereRef('typo', '=', 'word')
    .execute();
  const unknown = words.difference(new Set(known.map(({ word }) => word)));
  const rows = [...unknown].flatMap((word) => [...deletionKeys(word)].map((typo) => ({ typo, word })));
  for (let from = 0; from < rows.length; from += chunk)
    await trx
      .insertInto('search_words')
      .values(rows.slice(from, from + chunk))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Words that share a deletion key with this one; some of them are two edits away. */
export async function wordsLike(db: ReadDb, word: string): Promise<string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .distinct()
    .where('typo', 'in', [...deletionKeys(word)])
    .orderBy('word')
    .execute();
  return rows.map((row) => row.word);
}

/** Words per step. Other requests run between steps: SQLite is synchronous, and all words take it seconds. */
const wordBatch = 50;

/**
 * Removes words that no app contains any more: names of people are words, and must not outlive a deleted account.
 * Checks all words, because the privacy policy names a time limit.
 */
export async function forgetWords(db: Database): Promise<void> {
  const index = indexOf(db.engine);
  for (let after: string | undefined = ''; after !== undefined;) {
    const last: string = after;
    after = await db.write(async (trx) => {
      // An app that contains one of the words is listed before or after.
      await index.lock(trx);
      const known = trx.selectFrom('search_words').select('word').whereRef('typo', '=', 'word');
      const next = known.where('typo', '>', last).orderBy('typo').limit(wordBatch);
      const words = (await next.execute()).map(({ word }) => word);
      const tokens = words.flatMap((word) => [`n${word}`, `a${word}`, `e${word}`]);
      const found = (await index.someOfEach(trx, tokens, 1)).map((positions) => positions.length > 0);
      const unused = words.filter((_, at) => !found.slice(3 * at, 3 * at + 3).includes(true));
      const typos = unused.flatMap((word) => [...deletionKeys(word)]);
      if (unused.length > 0)
        await trx.deleteFrom('search_words').where('typo', 'in', typos).where('word', 'in', unused).execute();
      return words.length < wordBatch ? undefined : words.at(-1);
    });
    await setImmediate();
  }
}
