import type { FollowSubject } from '../../shared/schemas/follow.ts';
import { existingUserIds } from '../accounts/index.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { removeFollow } from './follow-writes.ts';
import { idsOf } from './news.ts';

/** Removes what an account follows and what was deleted since. */
export async function removeGone(
  trx: WriteDb,
  userId: string,
  subjects: readonly FollowSubject[],
): Promise<void> {
  const apps = await trx.selectFrom('apps').select('id').where('id', 'in', idsOf(subjects, 'app')).execute();
  const users = new Set(await existingUserIds(trx, idsOf(subjects, 'user')));
  const existing = new Set<FollowSubject>([
    ...apps.map(({ id }) => `app:${id}` as const),
    ...[...users].map((id) => `user:${id}` as const),
  ]);
  for (const subject of subjects) if (!existing.has(subject)) await removeFollow(trx, userId, subject);
}
