import { sql } from 'kysely';
import type { WriteDb } from '../../platform/db/database.ts';
import type { RankedApp } from './rank-queries.ts';

export async function storeRanks(trx: WriteDb, apps: readonly RankedApp[]): Promise<void> {
  if (apps.length === 0) return;
  const rows = apps.map(
    ({ id, popular, trending }) => sql`(${id}, cast(${popular} as bigint), cast(${trending} as bigint))`,
  );
  await sql`with given (id, popular, trending) as (values ${sql.join(rows)})
    update apps set popular = given.popular, trending = given.trending from given where apps.id = given.id`.execute(
    trx,
  );
}
