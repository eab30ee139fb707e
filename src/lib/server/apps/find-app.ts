import type { AppListing } from '../../shared/apps.ts';
import { messages } from '../../shared/messages.ts';
import type { Caller } from '../accounts/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { requireOwner } from './app-policy.ts';
import { findListing } from './app-queries.ts';
import { findRenamed, isGone } from './name-queries.ts';

export type AppLookup =
  | { kind: 'found'; app: AppListing }
  | { kind: 'renamed'; nameId: string }
  /** Deleted, and no other app has its name_id. */
  | { kind: 'gone' }
  | { kind: 'missing' };

/** What an id or a name_id can look like. Anything else need not bother the database. */
const slug = /^[a-z0-9-]{1,300}$/;

/** Looks an app up by its id, its name_id of today or one it had before; an id goes first, whatever others are called. */
export async function findApp(db: ReadDb, idOrNameId: string): Promise<AppLookup> {
  if (!slug.test(idOrNameId)) return { kind: 'missing' };
  const app =
    (isId(idOrNameId) ? await findListing(db, 'id', idOrNameId) : null) ??
    (await findListing(db, 'name_id', idOrNameId));
  if (app) return { kind: 'found', app };
  const nameId = await findRenamed(db, idOrNameId);
  if (nameId !== null) return { kind: 'renamed', nameId };
  return { kind: (await isGone(db, idOrNameId)) ? 'gone' : 'missing' };
}

/** For a change: also an app under a name it had before. @throws AppError 404 */
export async function existingApp(db: ReadDb, idOrNameId: string): Promise<AppListing> {
  let found = await findApp(db, idOrNameId);
  if (found.kind === 'renamed') found = await findApp(db, found.nameId);
  if (found.kind === 'found') return found.app;
  throw new AppError(404, messages.app.missing);
}

/** Before the body of a change is read. @throws AppError 404, or 403 for anyone but the verified owner */
export async function requireOwnApp(db: ReadDb, caller: Caller, idOrNameId: string): Promise<void> {
  requireOwner(caller, (await existingApp(db, idOrNameId)).owner.id);
}

/** For what belongs to an app and knows it by its id. @throws AppError 404 */
export async function appWithId(db: ReadDb, id: string): Promise<AppListing> {
  const app = await findListing(db, 'id', id);
  if (!app) throw new AppError(404, messages.app.missing);
  return app;
}
