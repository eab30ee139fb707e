// Writes the search entries of apps in the transaction that changes them.
import { setImmediate } from 'node:timers/promises';
import { fixedFilters } from '../../shared/schemas/app-filters.ts';
import { factFilters, valuesOfFact } from '../../shared/schemas/facts/fact-filters.ts';
import { appIdsAfter, findIndexableApps, type IndexableApp } from '../apps/index.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import { indexOf } from './search-queries.ts';
import { correctableWords, factToken, filterToken, tokenFormat, tokensOf } from './tokens.ts';
import { learnWords } from './words.ts';

/** Apps whose entries are written at once. */
const batch = 500;

/** Passed to the slices that change apps. */
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
      facets: facetsOf(app),
      tokens: tokensOf(app),
    }));
    await learnWords(trx, new Set(apps.flatMap((app) => [...correctableWords(app)])));
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

/** The facets of an app as its search entry holds them: the tokens of its filters and facts. */
function facetsOf(app: IndexableApp): string {
  const tokens = [
    ...app.categories.map(({ key }) => filterToken('category', key)),
    ...fixedFilters.map((name) => filterToken(name, app[name])),
    ...factFilters.flatMap((name) => valuesOfFact(name, app[name]).map((value) => factToken(name, value))),
  ];
  return tokens.sort().join(' ');
}

/**
 * For each app a number in list order: the milliseconds of the listing, then 12 bits of the UUIDv7, or the next one that
 * no app has. It fits into 53 bits until 2039.
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

const formatSetting = 'search-token-format';

/**
 * Indexes all apps if the format of the index has changed, else the missing ones; each of them once, so that it ends
 * also where one cannot be indexed.
 */
export async function indexMissing(db: Database): Promise<void> {
  const reindex = createReindex(db);
  const isCurrent = (await findSetting(db.read, formatSetting)) === tokenFormat;
  const find = isCurrent ? unindexedApps : appIdsAfter;
  for (let after: string | undefined = ''; after !== undefined;) {
    const last: string = after;
    // The transaction may run again, and then has to find the same apps.
    after = await db.write(async (trx) => {
      const found = await find(trx, last, batch);
      await reindex(trx, found);
      if (found.length === 0 && !isCurrent) await storeSetting(trx, formatSetting, tokenFormat);
      return found.at(-1);
    });
  }
}

/** Up to `limit` listed apps without an entry, in order after an id. */
async function unindexedApps(trx: WriteDb, after: string, limit: number): Promise<string[]> {
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
