// What is new of followed apps and developers. Asked for at reading, so that a release costs the same however many
// people follow its app.
import { sql } from 'kysely';
import type { FollowSubject } from '../../shared/schemas/follow.ts';
import { listedApps } from '../apps/visibility.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';

/** What an account follows, the latest first. */
export async function findFollows(db: ReadDb | WriteDb, userId: string): Promise<FollowSubject[]> {
  const follows = db.selectFrom('follows').select('subject').where('user_id', '=', userId);
  const rows = await follows.orderBy('created_at', 'desc').orderBy('subject').execute();
  return rows.map(({ subject }) => subject);
}

const idsOf = (subjects: readonly FollowSubject[], kind: 'app' | 'user'): string[] =>
  subjects
    .filter((subject) => subject.startsWith(`${kind}:`))
    .map((subject) => subject.slice(kind.length + 1));

export interface News {
  kind: 'release' | 'app';
  at: number;
  name: string;
  nameId: string;
  /** Number of the release; '' for an app. */
  version: string;
}

/** After `since`, until `until`. Milliseconds since 1970. */
interface NewsWindow {
  since: number;
  until: number;
  limit: number;
}

/**
 * Releases of these apps, without the one that an app was listed with, and listed apps of these developers, newest
 * first. @param wants the kinds to look for
 */
export async function findNews(
  db: ReadDb,
  subjects: readonly FollowSubject[],
  { since, until, limit }: NewsWindow,
  wants: { releases: boolean; apps: boolean } = { releases: true, apps: true },
): Promise<News[]> {
  const appIds = wants.releases ? idsOf(subjects, 'app') : [];
  const ownerIds = wants.apps ? idsOf(subjects, 'user') : [];
  const listed = listedApps(db).select(['apps.name', 'apps.name_id as nameId']).limit(limit);
  const releases = listed
    .innerJoin('versions', 'versions.app_id', 'apps.id')
    .select(['versions.version', 'versions.created_at as at'])
    .where('versions.app_id', 'in', appIds)
    .where('versions.created_at', '>', since)
    .where('versions.created_at', '<=', until)
    .whereRef('versions.created_at', '>', 'apps.created_at')
    // An expression, here and below, so that no engine walks through the newest rows of everybody.
    .orderBy(sql`versions.created_at + 0`, 'desc')
    .orderBy('versions.id', 'desc');
  const apps = listed
    .select('apps.created_at as at')
    .where('apps.owner_id', 'in', ownerIds)
    .where('apps.created_at', '>', since)
    .where('apps.created_at', '<=', until)
    .orderBy(sql`apps.created_at + 0`, 'desc')
    .orderBy('apps.id', 'desc');
  const released = appIds.length > 0 ? await releases.execute() : [];
  const added = ownerIds.length > 0 ? await apps.execute() : [];
  return [
    ...released.map((row) => ({ kind: 'release' as const, ...row })),
    ...added.map((row) => ({ kind: 'app' as const, version: '', ...row })),
  ]
    .sort((one, other) => other.at - one.at)
    .slice(0, limit);
}
