import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { keysetPage } from '../../platform/db/keyset.ts';
import type { BulkActionTable } from '../../platform/db/schema.ts';

/** Numbers of bulk actions by id. */
export async function findBulkNumbers(
  db: ReadDb,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('bulk_actions')
    .select(['id', 'number'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

export async function findBulk(
  db: ReadDb | WriteDb,
  by: 'id' | 'number',
  value: string,
): Promise<BulkActionTable | undefined> {
  return await db.selectFrom('bulk_actions').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Newest first. @throws AppError 400 for an invalid cursor */
export async function findBulkPage(db: ReadDb, cursor: string | undefined): Promise<Page<BulkActionTable>> {
  const bulk = db.selectFrom('bulk_actions');
  const count = await countRows(db, bulk.select('bulk_actions.id').limit(limits.counted).as('counted'));
  const keyset = { cursor, limit: limits.pageSize, table: 'bulk_actions', column: 'created_at' } as const;
  return await keysetPage(bulk.selectAll(), keyset, count);
}
