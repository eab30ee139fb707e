import { type AppListing, visibleStates } from '../../shared/schemas/apps.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { messages, sentenceOfRemoval } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { AppealableError, AppError } from '../platform/errors.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { isId } from '../platform/ids.ts';
import { requireOwner } from './app-policy.ts';
import { findListing } from './app-queries.ts';
import { findRemoval, findRenamed, isDeletedSlug, type Removal } from './names/name-queries.ts';

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
