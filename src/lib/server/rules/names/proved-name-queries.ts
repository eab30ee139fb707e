// Names of apps whose owner has proved to control what they link to.
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { sqlLiteral } from '../../platform/db/sql-literal.ts';
import type { AppTable } from '../../platform/db/schema.ts';

/**
 * Names that one of the keys finds, of apps that are public or unlisted, have a badge and belong to somebody else. Keys
 * stay after the badge is gone, so the app's own row decides.
 */
export async function findProvedByKeys(
  db: ReadDb | WriteDb,
  keys: string[],
  userId: string | null,
): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('proved_name_keys as k')
    .innerJoin('apps as a', 'a.id', 'k.app_id')
    .select('a.name')
    .distinct()
    .where('k.key', 'in', keys)
    .where('a.proved', '=', 'yes')
    .where(({ eb, or }) => or([eb('a.is_listed', '=', sqlLiteral.true), eb('a.state', '=', 'unlisted')]))
    .$if(userId !== null, (query) => query.where('a.owner_id', '!=', userId))
    .execute();
  return rows.map(({ name }) => name);
}

/** Apps with a badge after an id, in the order of ids. */
export async function findProvedAfter(
  db: ReadDb | WriteDb,
  id: string,
  limit: number,
): Promise<Pick<AppTable, 'id' | 'name' | 'proof_name'>[]> {
  return await db
    .selectFrom('apps')
    .select(['id', 'name', 'proof_name'])
    .where('id', '>', id)
    .where('proved', '=', 'yes')
    .orderBy('id')
    .limit(limit)
    .execute();
}
