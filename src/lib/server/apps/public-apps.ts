// Which listings are public: the one place that knows. A listing leaves every list when the operator removes it or closes its
// owner's account; its own page looks at the owner too (`findOwners`), so that it goes at once.
import type { ExpressionBuilder } from 'kysely';
import type { ReadDb } from '../platform/db/database.ts';
import type { Schema } from '../platform/db/schema.ts';
import { writtenOut } from '../platform/db/written-out.ts';

/** Those of which lists, counts, feeds and sitemaps are made. */
export function listedApps(db: ReadDb) {
  return db.selectFrom('apps').where('apps.is_listed', '=', writtenOut.true);
}

/** Whether a row of another table belongs to such a listing. */
export function belongsToListedApp<Table extends 'versions' | 'screenshots'>(
  eb: ExpressionBuilder<Schema, Table>,
  table: Table,
) {
  return eb.exists(
    (eb as unknown as ExpressionBuilder<Schema, 'versions'>)
      .selectFrom('apps')
      .select('apps.id')
      .where('apps.is_listed', '=', writtenOut.true)
      .whereRef('apps.id', '=', `${table as 'versions'}.app_id`),
  );
}
