// Compares every row of two databases after a move.
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import type { Progress } from './copy-files.ts';
import { MoveError } from './move-error.ts';
import { checksumOf, type Table } from './tables.ts';

/**
 * @returns the number of rows of each table
 * @throws MoveError for a table that differs, and where the rebuilt index of the search has other counts
 */
export async function compare(
  from: OpenDatabase,
  to: OpenDatabase,
  tables: Table[],
  progress: Progress,
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const [index, table] of tables.entries()) {
    const [there, here] = [await checksumOf(from.kysely, table), await checksumOf(to.kysely, table)];
    if (there.sha256 !== here.sha256)
      throw new MoveError(
        `The table ${table.name} is not the same: ${there.rows} rows in SQLite, ${here.rows} in PostgreSQL. Empty the database and run it again.`,
      );
    rows[table.name] = here.rows;
    progress(index + 1, tables.length);
  }
  // The rebuilt index must have the same counts.
  const countsOf = async ({ kysely }: OpenDatabase): Promise<string> => {
    const rows = await kysely.selectFrom('facet_counts').selectAll().where('apps', '>', 0).execute();
    // Neither the columns nor the rows have an order.
    return JSON.stringify(rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort());
  };
  if ((await countsOf(from)) !== (await countsOf(to)))
    throw new MoveError(
      'The index of the search does not count what SQLite counts. Empty the database and run it again.',
    );
  return rows;
}
