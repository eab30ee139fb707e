import { messages } from '../../shared/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';
import { tagOf } from '../platform/tags.ts';
import { requireOwner } from './app-policy.ts';
import { removeApp } from './app-writes.ts';
import { existingApp } from './find-app.ts';
import type { AppsContext } from './context.ts';

/** Removes the app with all that belongs to it; its pictures go with the next sweep. @throws AppError 404 or 403 */
export async function deleteApp(context: AppsContext, caller: Caller, idOrNameId: string): Promise<void> {
  const { db, clock, publishTags } = context;
  const { id, owner } = await existingApp(db.read, idOrNameId);
  requireOwner(caller, owner.id);
  const removed = await db.write((trx) => removeApp(trx, id, clock()));
  // Another request was faster.
  if (!removed) throw new AppError(404, messages.app.missing);
  await publishTags([tagOf.pictures, tagOf.apps, tagOf.app(id), tagOf.user(owner.id)]);
}
