import type { AppListing } from '../../shared/schemas/apps.ts';
import { messages, sentenceOfRemoval } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { AppealableError, AppError } from '../platform/errors.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { isId } from '../platform/ids.ts';
import { requireOwner } from './app-policy.ts';
import { findListing } from './app-queries.ts';
import { findRemoval, findRenamed, isDeletedSlug } from './names/name-queries.ts';

export type AppLookup =
  | { kind: 'found'; app: AppListing }
  | { kind: 'renamed'; nameId: string }
  /** Removed by the operator. */
  | { kind: 'removed'; reason: string }
  /** Deleted by its owner. */
  | { kind: 'gone' }
  | { kind: 'missing' };

/** Syntax of ids and name_ids, checked before the database is asked. */
const slug = /^[a-z0-9-]{1,300}$/;

/** Looks an app up by id, current name_id or old name_id, in this order. */
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
  return lookup.kind === 'removed' ? removedApp(404, lookup.reason) : new AppError(404, messages.app.missing);
}

function removedApp(status: 403 | 404, reason: string): AppError {
  return new AppealableError(status, (contactEmail) => sentenceOfRemoval(reason, contactEmail));
}

/**
 * The app that a change addresses, also by an old name_id.
 * @throws AppError 404, or 403 if the operator has removed it
 */
export async function existingApp(reader: Reader, idOrNameId: string): Promise<AppListing> {
  let found = await findApp(reader, idOrNameId);
  if (found.kind === 'renamed') found = await findApp(reader, found.nameId);
  if (found.kind === 'found') return found.app;
  if (found.kind === 'removed') throw removedApp(403, found.reason);
  throw new AppError(404, messages.app.missing);
}

/** @throws AppError 404, or 403 for anyone but the verified owner */
export async function requireOwnApp(reader: Reader, caller: Caller, idOrNameId: string): Promise<void> {
  requireOwner(caller, (await existingApp(reader, idOrNameId)).owner.id);
}

/** Works as `existingApp`, by id only. */
export async function appWithId(reader: Reader, id: string): Promise<AppListing> {
  const app = await findListing(reader, 'id', id);
  if (app) return app;
  const removal = await findRemoval(reader.read, 'id', id);
  throw removal ? removedApp(403, removal.reason) : new AppError(404, messages.app.missing);
}
