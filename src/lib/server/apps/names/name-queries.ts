// Looks up names and name_ids: current, old, removed and deleted ones.
import { hash } from 'node:crypto';
import { ownerStates } from '../../../shared/schemas/apps.ts';
import { messages } from '../../../shared/text/messages.ts';
import { findAccount, isAccountThere } from '../../accounts/index.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/count-rows.ts';
import { releasedSkeleton } from './released-names.ts';

/** What the public is told of a removed listing. */
export interface Removal {
  reason: string;
  /** Id of a policy; '' without one. */
  policy: string;
  /** Number of the decision, whose public page says more. */
  decision: string | null;
}

/** The tombstone of a deleted app's name_id. */
export function digestOfNameId(nameId: string): string {
  return hash('sha256', nameId, 'base64url');
}

/** The current name_id of the app that had this one before; of a held app nothing is told. */
export async function findRenamed(db: ReadDb, nameId: string): Promise<string | null> {
  const row = await db
    .selectFrom('app_name_ids')
    .innerJoin('apps', 'apps.id', 'app_name_ids.app_id')
    .select(['apps.name_id', 'apps.owner_id'])
    .where('app_name_ids.name_id', '=', nameId)
    .where('apps.state', '!=', 'held')
    .executeTakeFirst();
  return row && (await isAccountThere(db, row.owner_id)) ? row.name_id : null;
}

/** Why an existing app is not there any more; null if it is visible or held, or there is none. */
export async function findRemoval(db: ReadDb, by: 'id' | 'name_id', value: string): Promise<Removal | null> {
  const row = await db
    .selectFrom('apps')
    .select(['state', 'state_reason', 'state_policy', 'state_decision', 'owner_id'])
    .where(by, '=', value)
    .executeTakeFirst();
  const owner = row && (await findAccount(db, row.owner_id));
  if (!owner) return null;
  if (row.state === 'removed')
    return { reason: row.state_reason, policy: row.state_policy, decision: row.state_decision };
  // The reason of a ban is not public, and a held listing never was.
  if (owner.banned_at === null || row.state === 'held') return null;
  return { reason: messages.app.ownerClosed, policy: '', decision: null };
}

/** Whether a deleted app had this name_id. */
export async function isDeletedSlug(db: ReadDb, nameId: string): Promise<boolean> {
  return await hasRow(
    db.selectFrom('gone_name_ids').select('digest').where('digest', '=', digestOfNameId(nameId)),
  );
}

/** Who wants a name. */
export interface NameOwner {
  /** null: apps of any owner count. */
  ownerId: string | null;
  /** The app to name, if it exists already. */
  appId?: string;
  /** Whether the app gets its own name again: then released names of the owner's other apps do not count. */
  isReturn?: boolean;
}

/**
 * Whether another app has one of the skeletons. Of the owner's own apps only those count that are held, limited or
 * removed, also after their names were released: otherwise an owner could list the same app again under a similar name.
 */
export async function otherSkeletonExists(
  db: ReadDb | WriteDb,
  skeletons: string[],
  { ownerId, appId, isReturn = false }: NameOwner,
): Promise<boolean> {
  const wanted =
    ownerId === null || isReturn ? skeletons : [...skeletons, ...skeletons.map(releasedSkeleton)];
  let apps = (db as ReadDb).selectFrom('apps').select('id').where('name_skeleton', 'in', wanted);
  if (ownerId !== null)
    apps = apps.where((eb) =>
      eb.or([
        eb.and([eb('owner_id', '!=', ownerId), eb('name_skeleton', 'in', skeletons)]),
        eb.and([eb('owner_id', '=', ownerId), eb('state', 'not in', ownerStates)]),
      ]),
    );
  if (appId !== undefined) apps = apps.where('id', '!=', appId);
  return await hasRow(apps.limit(1));
}

export async function nameKeyExists(db: ReadDb, nameKey: string): Promise<boolean> {
  return await hasRow(db.selectFrom('apps').select('id').where('name_key', '=', nameKey));
}
