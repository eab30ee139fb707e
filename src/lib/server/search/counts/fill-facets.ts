// Adds facet numbers to the entries that lack one: from before migration 018, or of a version with other facets.
import { setImmediate } from 'node:timers/promises';
import type { Database, WriteDb } from '../../platform/db/database.ts';
import { facetNumber, isFacetNumber } from './facet-number.ts';
import { entriesAfter, facetRowsOf } from '../search-queries.ts';
import { lockIndex, storeFacets } from '../search-writes.ts';

interface Steps {
  /** Entries of one step. Other requests run between steps. */
  batch?: number;
  /** Whether to end after the current step: a shutdown closes the database. */
  isStopping?: () => boolean;
}

/** @returns how many entries were changed */
export async function fillFacets(
  db: Database,
  { batch = 500, isStopping = () => false }: Steps = {},
): Promise<number> {
  let filled = 0;
  for (let after = -1; ;) {
    const entries = await entriesAfter(db.read, after, batch);
    const lacking = entries.filter(({ facets }) => !isFacetNumber(facets)).map((entry) => entry.app_id);
    if (lacking.length > 0) filled += await db.write((trx) => fill(db.engine, trx, lacking));
    const last = entries.at(-1);
    if (!last || entries.length < batch || isStopping()) return filled;
    after = last.position;
    await setImmediate();
  }
}

async function fill(engine: Database['engine'], trx: WriteDb, appIds: string[]): Promise<number> {
  // An app that is changed meanwhile gets a new entry, whose number must stay.
  await lockIndex(engine, trx);
  const rowsOf = Map.groupBy(await facetRowsOf(trx, appIds), (row) => row.app_id);
  await storeFacets(trx, new Map([...rowsOf].map(([appId, rows]) => [appId, facetNumber(rows)])));
  return rowsOf.size;
}
