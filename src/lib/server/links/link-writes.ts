import type { Database, WriteDb } from '../platform/db/database.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import type { LinkTable } from '../platform/db/schema.ts';
import type { LinkChange } from './schedule.ts';

/** A link that another transaction has just added stays. */
export async function insertLinks(trx: WriteDb, rows: LinkTable[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('links')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['app_id', 'name']).doNothing())
    .execute();
}

export async function removeLinks(trx: WriteDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom('links').where('id', 'in', ids).execute();
}

/** Changes a link that was claimed. @returns whether the claim still held */
export async function settleLink(
  trx: WriteDb,
  { id, due_at }: Pick<LinkTable, 'id' | 'due_at'>,
  change: LinkChange,
): Promise<boolean> {
  const row = await trx
    .updateTable('links')
    .set(change)
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that the owner was mailed about these links. */
export async function noteWarning(trx: WriteDb, ids: readonly string[], now: number): Promise<void> {
  if (ids.length > 0) await trx.updateTable('links').set({ warned_at: now }).where('id', 'in', ids).execute();
}

export async function storeRobots(trx: WriteDb, host: string, text: string, now: number): Promise<void> {
  await trx
    .insertInto('link_robots')
    .values({ host, text, read_at: now })
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ text, read_at: now }))
    .execute();
}

export async function sweepRobots(db: Pick<Database, 'write'>, before: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('link_robots').select('host').where('read_at', '<=', before).limit(limit);
    return await trx.deleteFrom('link_robots').where('host', 'in', some).executeTakeFirstOrThrow();
  });
}
