import { linkNames } from '../../../shared/schemas/app-fields.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { AppTable } from '../../platform/db/schema.ts';

export type LinkedApp = Pick<AppTable, 'id' | 'link_health' | 'has_dead_link' | (typeof linkNames)[number]>;

/** These apps with the addresses that they link to. */
export async function findLinkedApps(db: ReadDb | WriteDb, ids: readonly string[]): Promise<LinkedApp[]> {
  if (ids.length === 0) return [];
  return await (db as ReadDb)
    .selectFrom('apps')
    .select(['id', 'link_health', 'has_dead_link', ...linkNames])
    .where('id', 'in', ids)
    .execute();
}

/** Up to `limit` apps that say something of their links. */
export async function findAppsWithHealth(db: ReadDb, limit: number): Promise<LinkedApp[]> {
  return await db
    .selectFrom('apps')
    .select(['id', 'link_health', 'has_dead_link', ...linkNames])
    .where('link_health', '!=', '')
    .limit(limit)
    .execute();
}
