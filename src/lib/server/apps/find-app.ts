import { sql } from 'kysely';
import { urls } from '../../shared/addresses/urls.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { visibleStates } from '../../shared/schemas/listing-states.ts';
import { messages, sentenceOfRemoval } from '../../shared/text/messages.ts';
import { type Caller, findAccount, isAccountThere } from '../accounts/index.ts';
import { hasRow } from '../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { AppealableError, AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { refuseRestricted } from '../rules/index.ts';
import { findListing } from './listings.ts';
import { digestOfNameId } from './names.ts';

export type AppLookup =
  | { kind: 'found'; app: AppListing }
  | { kind: 'renamed'; nameId: string }
  | ({ kind: 'removed' } & Removal)
  /** Deleted by its owner. */
  | { kind: 'gone' }
  | { kind: 'missing' };

/** Syntax of ids and name_ids, checked before the database is asked. */
const slug = /^[a-z0-9-]{1,300}$/;

/** Looks a visible app up by id, current name_id or old name_id, in this order. A held one is missing. */
export async function findApp(reader: Reader, idOrNameId: string): Promise<AppLookup> {
  const { read: db } = reader;
  if (!slug.test(idOrNameId)) return { kind: 'missing' };
  for (const by of isId(idOrNameId) ? (['id', 'name_id'] as const) : (['name_id'] as const)) {
    const app = await findListing(reader, by, idOrNameId);
    if (app) return { kind: 'found', app };
    const removal = await findRemoval(db, by, idOrNameId);
    if (removal) return { kind: 'removed', ...removal };
  }
  const nameId = await findRenamed(db, idOrNameId);
  if (nameId !== null) return { kind: 'renamed', nameId };
  return { kind: (await isDeletedSlug(db, idOrNameId)) ? 'gone' : 'missing' };
}

/** The 404 for an app that is not found; for a removed one it gives the reason. */
export function absentApp(lookup: AppLookup): AppError {
  return lookup.kind === 'removed' ? removedApp(404, lookup) : new AppError(404, messages.app.missing);
}

function removedApp(status: 403 | 404, { reason, decision }: Removal): AppError {
  const address = decision === null ? null : urls.decision(decision);
  return new AppealableError(status, (contactEmail) => sentenceOfRemoval(reason, contactEmail, address));
}

/**
 * The app that a change of the caller addresses, also by an old name_id. A held app exists for its owner only.
 * @throws AppError 404, or 403 if it was removed
 */
export async function existingApp(reader: Reader, caller: Caller, idOrNameId: string): Promise<AppListing> {
  let found = await findApp(reader, idOrNameId);
  if (found.kind === 'renamed') found = await findApp(reader, found.nameId);
  if (found.kind === 'found') return found.app;
  if (found.kind === 'removed') throw removedApp(403, found);
  const held = slug.test(idOrNameId) ? await findHeldOf(reader, caller, idOrNameId) : null;
  if (held) return held;
  throw new AppError(404, messages.app.missing);
}

/** A held app of the caller; also one that has become visible since it was looked for. */
async function findHeldOf(
  reader: Reader,
  { userId }: Caller,
  idOrNameId: string,
): Promise<AppListing | null> {
  const by = isId(idOrNameId) ? 'id' : 'name_id';
  const app = await findListing(reader, by, idOrNameId, ['held', ...visibleStates]);
  return app?.state !== 'held' || app.owner.id === userId ? app : null;
}

/** @throws AppError 404, or 403 for anyone but the verified owner */
export async function requireOwnApp(reader: Reader, caller: Caller, idOrNameId: string): Promise<void> {
  requireOwner(caller, (await existingApp(reader, caller, idOrNameId)).owner.id);
}

/** Works as `existingApp`, by id only. */
export async function appWithId(reader: Reader, caller: Caller, id: string): Promise<AppListing> {
  const app = (await findListing(reader, 'id', id)) ?? (await findHeldOf(reader, caller, id));
  if (app) return app;
  const removal = await findRemoval(reader.read, 'id', id);
  throw removal ? removedApp(403, removal) : new AppError(404, messages.app.missing);
}

/** What the public is told of a removed listing. */
export interface Removal {
  reason: string;
  /** Id of a policy; '' without one. */
  policy: string;
  /** Number of the decision, whose public page says more. */
  decision: string | null;
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

// Who may change an app with its releases and screenshots. Everyone may read.

/** @throws AppError 403 with a sentence that says how to verify the account */
export function requireVerified(caller: Caller): void {
  if (!caller.isVerified) throw new AppError(403, messages.policy.unverified);
}

/** @throws AppError 403 for anyone but the verified owner */
export function requireOwner(caller: Caller, ownerId: string): void {
  requireVerified(caller);
  if (caller.userId !== ownerId) throw new AppError(403, messages.policy.notOwner);
}

/**
 * Whether the caller may publish releases and pictures; `judgeListing` asks the same of a listing's own fields.
 * @throws AppError 403 if staff have restricted the account, its address or its network
 */
export async function requireMayPublish(db: ReadDb, caller: Caller, now: number): Promise<void> {
  await refuseRestricted(db, {
    action: 'publish',
    email: (await findAccount(db, caller.userId))?.email ?? null,
    address: caller.client.address,
    accountId: caller.userId,
    now,
  });
}

/**
 * Sets `updated_at`, which locks the row against other writers until the transaction ends. It is later than the
 * decision that holds or limits the listing, also where the request began before: a change after it is told by that
 * (`holdReturned`).
 */
export async function lockApp(trx: WriteDb, id: string, now: number): Promise<AppTable | undefined> {
  return await trx
    .updateTable('apps')
    .set({ updated_at: sql<number>`case when state_at >= ${now} then state_at + 1 else ${now} end` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Locks an app that the caller is about to change. Threat: staff give a listing to who has proved it, while a request
 * of its former owner, which was authorized before, still waits for its pictures.
 * @returns undefined where it was deleted
 * @throws AppError 403 for anyone but its owner
 */
export async function lockOwnApp(
  trx: WriteDb,
  caller: Caller,
  id: string,
  now: number,
): Promise<AppTable | undefined> {
  const row = await lockApp(trx, id, now);
  if (row) requireOwner(caller, row.owner_id);
  return row;
}
