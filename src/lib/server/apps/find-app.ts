// Finds the app that an address or a caller means, and says who may change it. Everyone may read.
import { urls } from '../../shared/addresses/urls.ts';
import { type AppListing, visibleStates } from '../../shared/schemas/apps.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/sessions.ts';
import { hasRow } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { AppealableError, AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findListing } from './listings.ts';
import { digestOfNameId } from './names.ts';

/** What the public is told of a removed listing. */
interface Removal {
  reason: string;
  /** Id of a policy; '' without one. */
  policy: string;
  /** Number of the decision, whose public page says more. */
  decision: string | null;
}

export type AppLookup =
  | { kind: 'found'; app: AppListing }
  | { kind: 'renamed'; nameId: string }
  | ({ kind: 'removed' } & Removal)
  /** Deleted by its owner. */
  | { kind: 'gone' }
  | { kind: 'missing' };

/** Syntax of ids and name_ids, checked before the database is asked. */
const slug = /^[a-z0-9-]{1,300}$/;

/**
 * Looks a visible app up by id, current name_id or old name_id, in this order.
 * @param ownerId whose held app is found as well; to everybody else it is missing
 */
export async function findApp(reader: Reader, idOrNameId: string, ownerId?: string): Promise<AppLookup> {
  const { read: db } = reader;
  if (!slug.test(idOrNameId)) return { kind: 'missing' };
  // No name_id has the form of an id (`allocateNameId`).
  const by = isId(idOrNameId) ? 'id' : 'name_id';
  const app = await findListing(reader, by, idOrNameId, ['held', ...visibleStates]);
  if (app && (app.state !== 'held' || app.owner.id === ownerId)) return { kind: 'found', app };
  const removal = await findRemoval(db, by, idOrNameId);
  if (removal) return { kind: 'removed', ...removal };
  // Of a held app nothing is told.
  const renamed = await db
    .selectFrom('app_name_ids')
    .innerJoin('apps', 'apps.id', 'app_name_ids.app_id')
    .select('apps.name_id')
    .where('app_name_ids.name_id', '=', idOrNameId)
    .where('apps.state', '!=', 'held')
    .executeTakeFirst();
  if (renamed) return { kind: 'renamed', nameId: renamed.name_id };
  const tombstone = db
    .selectFrom('gone_name_ids')
    .select('digest')
    .where('digest', '=', digestOfNameId(idOrNameId));
  return { kind: (await hasRow(tombstone)) ? 'gone' : 'missing' };
}

/** As `findApp`, and follows an old name_id. */
export async function findCurrentApp(
  reader: Reader,
  idOrNameId: string,
  ownerId?: string,
): Promise<AppLookup> {
  const found = await findApp(reader, idOrNameId, ownerId);
  return found.kind === 'renamed' ? await findApp(reader, found.nameId, ownerId) : found;
}

/**
 * The app of an address, also of an earlier one.
 * @param caller who is about to change it: a held app exists for its owner
 * @throws AppError 404 with the reason of a removal, or 403 with it for a caller
 */
export async function requireApp(reader: Reader, idOrNameId: string, caller?: Caller): Promise<AppListing> {
  const found = await findCurrentApp(reader, idOrNameId, caller?.userId);
  if (found.kind === 'found') return found.app;
  const { appeal, missing, removed } = messages.app;
  if (found.kind !== 'removed') throw new AppError(404, missing);
  const { reason, decision } = found;
  const more = decision === null ? '' : ` The decision is at ${urls.decision(decision)}.`;
  throw new AppealableError(
    caller ? 403 : 404,
    (contactEmail) => `${removed} Reason: ${reason}${more} ${appeal} ${contactEmail}.`,
  );
}

/** Why an existing app is not there any more; null if it is visible or held, or there is none. */
async function findRemoval(db: ReadDb, by: 'id' | 'name_id', value: string): Promise<Removal | null> {
  const row = await db
    .selectFrom('apps')
    .innerJoin('users', 'users.id', 'apps.owner_id')
    .select(['state', 'state_reason', 'state_policy', 'state_decision', 'users.banned_at'])
    .where(`apps.${by}`, '=', value)
    .executeTakeFirst();
  if (row?.state === 'removed')
    return { reason: row.state_reason, policy: row.state_policy, decision: row.state_decision };
  // The reason of a ban is not public, and a held listing never was.
  if (!row || row.banned_at === null || row.state === 'held') return null;
  return { reason: 'The account that listed it was closed.', policy: '', decision: null };
}

/** As `requireApp`. @throws AppError 404, or 403 for anyone but the verified owner */
export async function ownApp(reader: Reader, caller: Caller, idOrNameId: string): Promise<AppListing> {
  const app = await requireApp(reader, idOrNameId, caller);
  requireOwner(caller, app.owner.id, app.id);
  return app;
}

/** @throws AppError 403 with a sentence that says how to verify the account */
export function requireVerified(caller: Caller): void {
  if (!caller.isVerified) throw new AppError(403, messages.policy.unverified);
}

/** @throws AppError 403 for anyone but the verified owner, and for a token that was made for other apps */
export function requireOwner(caller: Caller, ownerId: string, appId: string): void {
  requireVerified(caller);
  if (caller.userId !== ownerId) throw new AppError(403, messages.policy.notOwner);
  const { appIds = null } = caller.token ?? {};
  if (appIds !== null && !appIds.includes(appId)) throw new AppError(403, messages.tokens.otherApp);
}

/** Locks a listing until the transaction ends. SQLite has one writer at a time. */
export async function lockListing(trx: WriteDb, id: string): Promise<AppTable | undefined> {
  return await trx.selectFrom('apps').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/**
 * Locks an app that the caller is about to change. Threat: staff give a listing to who has proved it, while a request
 * of its former owner, which was authorized before, still waits for its pictures.
 * @returns undefined where it was deleted
 * @throws AppError 403 for anyone but its owner
 */
export async function lockOwnApp(trx: WriteDb, caller: Caller, id: string): Promise<AppTable | undefined> {
  const row = await lockListing(trx, id);
  if (row) requireOwner(caller, row.owner_id, id);
  return row;
}
