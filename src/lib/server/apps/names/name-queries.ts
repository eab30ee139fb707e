// Looks up names and name_ids: current, old, removed and deleted ones.
import { hash } from 'node:crypto';
import { messages } from '../../../shared/text/messages.ts';
import { findAccount, isAccountThere } from '../../accounts/index.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/count-rows.ts';

/** The tombstone of a deleted app's name_id. */
export function digestOfNameId(nameId: string): string {
  return hash('sha256', nameId, 'base64url');
}

/** The current name_id of the app that had this one before. */
export async function findRenamed(db: ReadDb, nameId: string): Promise<string | null> {
  const row = await db
    .selectFrom('app_name_ids')
    .innerJoin('apps', 'apps.id', 'app_name_ids.app_id')
    .select(['apps.name_id', 'apps.owner_id'])
    .where('app_name_ids.name_id', '=', nameId)
    .executeTakeFirst();
  return row && (await isAccountThere(db, row.owner_id)) ? row.name_id : null;
}

/** Why an existing app is not public; null if it is, or there is none. */
export async function findRemoval(
  db: ReadDb,
  by: 'id' | 'name_id',
  value: string,
): Promise<{ reason: string } | null> {
  const row = await db
    .selectFrom('apps')
    .select(['state', 'state_reason', 'owner_id'])
    .where(by, '=', value)
    .executeTakeFirst();
  const owner = row && (await findAccount(db, row.owner_id));
  if (!owner) return null;
  if (row.state === 'removed') return { reason: row.state_reason };
  // The reason of a ban is not public.
  return owner.banned_at === null ? null : { reason: messages.app.ownerClosed };
}

/** Whether a deleted app had this name_id, or an app has it whose account is being deleted. */
export async function isDeletedSlug(db: ReadDb, nameId: string): Promise<boolean> {
  const app = await db.selectFrom('apps').select('owner_id').where('name_id', '=', nameId).executeTakeFirst();
  if (app && !(await isAccountThere(db, app.owner_id))) return true;
  return await hasRow(
    db.selectFrom('gone_name_ids').select('digest').where('digest', '=', digestOfNameId(nameId)),
  );
}

/** Whether an app of another owner has one of the skeletons. @param ownerId null: apps of any owner count */
export async function othersSkeletonExists(
  db: ReadDb | WriteDb,
  skeletons: string[],
  ownerId: string | null,
): Promise<boolean> {
  let apps = db.selectFrom('apps').select('id').where('name_skeleton', 'in', skeletons);
  if (ownerId !== null) apps = apps.where('owner_id', '!=', ownerId);
  return await hasRow(apps.limit(1));
}

export async function findNamesWithoutSkeleton(
  db: ReadDb,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return await db
    .selectFrom('apps')
    .select(['id', 'name'])
    .where('name_skeleton', '=', '')
    .limit(limit)
    .execute();
}

export async function nameKeyExists(db: ReadDb, nameKey: string): Promise<boolean> {
  return await hasRow(db.selectFrom('apps').select('id').where('name_key', '=', nameKey));
}
