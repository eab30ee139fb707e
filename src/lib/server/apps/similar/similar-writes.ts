import type { WriteDb } from '../../platform/db/database.ts';
import { atFewLengths } from '../../platform/db/statements/few-lengths.ts';
import type { SimilarAppTable } from '../../platform/db/schema.ts';

/** Replaces what is stored for these apps. */
export async function storeSimilar(
  trx: WriteDb,
  appIds: readonly string[],
  rows: readonly SimilarAppTable[],
): Promise<void> {
  if (appIds.length > 0)
    await trx.deleteFrom('similar_apps').where('app_id', 'in', atFewLengths(appIds)).execute();
  if (rows.length > 0) await trx.insertInto('similar_apps').values(rows).execute();
}
