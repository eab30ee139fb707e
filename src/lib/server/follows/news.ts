import type { FollowSubject } from '../../shared/schemas/follow.ts';
import { findAppNews, findReleaseNews, type AppNews, type NewsWindow } from '../apps/index.ts';
import type { ReadDb } from '../platform/db/database.ts';

export const idsOf = (subjects: readonly FollowSubject[], kind: 'app' | 'user'): string[] =>
  subjects
    .filter((subject) => subject.startsWith(`${kind}:`))
    .map((subject) => subject.slice(kind.length + 1));

/** What is new of these subjects, newest first. @param wants the kinds to look for */
export async function findNews(
  db: ReadDb,
  subjects: readonly FollowSubject[],
  window: NewsWindow,
  wants: { releases: boolean; apps: boolean } = { releases: true, apps: true },
): Promise<AppNews[]> {
  const found = [
    ...(wants.releases ? await findReleaseNews(db, idsOf(subjects, 'app'), window) : []),
    ...(wants.apps ? await findAppNews(db, idsOf(subjects, 'user'), window) : []),
  ];
  return found.sort((one, other) => other.at - one.at).slice(0, window.limit);
}
