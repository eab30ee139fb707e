import { isOwnerState } from '../../shared/schemas/listing-states.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { AppError } from '../platform/errors.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { requireOwner } from './app-policy.ts';
import { removeApp } from './app-writes.ts';
import { lockOwnApp } from './states/lock-own-app.ts';
import { existingApp } from './find-app.ts';
import type { AppsContext } from './context.ts';

/**
 * Removes the app with everything that belongs to it; a sweep removes its pictures. Does nothing if the caller has
 * deleted it before, because the first answer may have been lost.
 * @throws AppError 404, 403, also for a listing that is held, limited or removed
 */
export async function deleteApp(context: AppsContext, caller: Caller, idOrNameId: string): Promise<void> {
  const { db, clock, deletions } = context;
  const app = await findUnlessDeleted(context, caller, idOrNameId);
  if (!app) return;
  const { id, nameId, owner } = app;
  requireOwner(caller, owner.id);
  const removed = await db.write(async (trx) => {
    const row = await lockOwnApp(trx, caller, id, clock());
    // Otherwise an owner could delete a listing that staff or a rule has decided on, and list it again.
    if (row && !isOwnerState(row.state)) throw new AppError(403, messages.app.decidedStays);
    if (!(await removeApp(trx, id, clock()))) return false;
    await deletions.note(trx, caller.userId, [id, nameId, idOrNameId]);
    noteChanged(dataKey.pictures, dataKey.apps, dataKey.app(id), dataKey.user(owner.id));
    return true;
  });
  // Another request was faster: throws unless it was the caller's own.
  if (!removed) await findUnlessDeleted(context, caller, id);
}

/** @returns null if the caller has deleted the app before. @throws AppError 404 if there was none, 403 */
async function findUnlessDeleted({ db, deletions }: AppsContext, caller: Caller, idOrNameId: string) {
  try {
    return await existingApp(unrecordedReader(db), caller, idOrNameId);
  } catch (error) {
    const isMissing = error instanceof AppError && error.status === 404;
    if (isMissing && (await deletions.wasDeleted(caller.userId, idOrNameId))) return null;
    throw error;
  }
}
