// What a name leads to: whether an app has it, which app had it once, whether the one that had it is gone.
import type { ReadDb } from '../platform/db/database.ts';
import { digestOfNameId } from './gone-name-id.ts';

/** Today's name_id of the app that once had this one. */
export async function findRenamed(db: ReadDb, nameId: string): Promise<string | null> {
  const row = await db
    .selectFrom('app_name_ids')
    .innerJoin('apps', 'apps.id', 'app_name_ids.app_id')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .select('apps.name_id')
    .where('users.closed_at', 'is', null)
    .where('app_name_ids.name_id', '=', nameId)
    .executeTakeFirst();
  return row?.name_id ?? null;
}

/** Whether an app that was deleted had this name_id, or one has it that goes with the account of its owner. */
export async function isGone(db: ReadDb, nameId: string): Promise<boolean> {
  const going = await db
    .selectFrom('apps')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .select('apps.id')
    .where('apps.name_id', '=', nameId)
    .where('users.closed_at', 'is not', null)
    .executeTakeFirst();
  if (going) return true;
  const row = await db
    .selectFrom('gone_name_ids')
    .select('digest')
    .where('digest', '=', digestOfNameId(nameId))
    .executeTakeFirst();
  return row !== undefined;
}

export async function nameKeyExists(db: ReadDb, nameKey: string): Promise<boolean> {
  const row = await db.selectFrom('apps').select('id').where('name_key', '=', nameKey).executeTakeFirst();
  return row !== undefined;
}
