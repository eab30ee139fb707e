// Queries of the index, alike on both engines.
import type { Database, Engine, ReadDb } from '../platform/db/database.ts';
import { atFewLengths } from '../platform/db/statements/few-lengths.ts';
import type { Expression } from './expression.ts';
import { postgresIndex } from './postgres-index.ts';
import type { SearchIndex } from './search-index.ts';
import { sqliteIndex } from './sqlite-index.ts';

type Reader = Pick<Database, 'engine' | 'read'>;

export const indexOf = ({ name }: Engine): SearchIndex => (name === 'postgres' ? postgresIndex : sqliteIndex);

/** Whether any app matches. */
export async function isMatched({ engine, read }: Reader, expression: Expression): Promise<boolean> {
  return (await indexOf(engine).count(read, expression, 1)) > 0;
}

/** Ids of the apps at these positions, in this order, without those deleted meanwhile. */
export async function appIdsAt(db: ReadDb, positions: readonly number[]): Promise<string[]> {
  if (positions.length === 0) return [];
  const rows = await db
    .selectFrom('search_entries')
    .select(['app_id', 'position'])
    .where('position', 'in', atFewLengths(positions))
    .execute();
  const idAt = new Map(rows.map((row) => [row.position, row.app_id]));
  return positions.flatMap((position) => idAt.get(position) ?? []);
}
