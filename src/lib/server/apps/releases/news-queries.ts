// What is new of followed apps and developers. Asked for at reading, so that a release costs the same however many
// people follow its app.
import type { ReadDb } from '../../platform/db/database.ts';
import { sqlLiteral } from '../../platform/db/sql-literal.ts';
import { sql } from 'kysely';
import { listedApps } from '../public-app-queries.ts';

export interface AppNews {
  kind: 'release' | 'app';
  /** Id of the release or the app. */
  id: string;
  at: number;
  name: string;
  nameId: string;
  /** Number of the release; '' for an app. */
  version: string;
}

/** After `since`, until `until`. Milliseconds since 1970. */
export interface NewsWindow {
  since: number;
  until: number;
  limit: number;
}

/** Releases of these apps, newest first, without the release that an app was listed with. */
export async function findReleaseNews(
  db: ReadDb,
  appIds: readonly string[],
  { since, until, limit }: NewsWindow,
): Promise<AppNews[]> {
  if (appIds.length === 0) return [];
  const rows = await listedApps(db)
    .innerJoin('versions', 'versions.app_id', 'apps.id')
    .select(['versions.id', 'versions.version', 'versions.created_at as at', 'apps.name', 'apps.name_id'])
    .where('versions.app_id', 'in', appIds)
    .where('versions.created_at', '>', since)
    .where('versions.created_at', '<=', until)
    .whereRef('versions.created_at', '>', 'apps.created_at')
    // An expression, so that no engine walks through the newest releases of all apps.
    .orderBy(sql`versions.created_at + 0`, 'desc')
    .orderBy('versions.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, at, name, name_id, version }) => ({
    kind: 'release',
    id,
    at,
    name,
    version,
    nameId: name_id,
  }));
}

/** Listed apps of these developers, newest first. */
export async function findAppNews(
  db: ReadDb,
  ownerIds: readonly string[],
  { since, until, limit }: NewsWindow,
): Promise<AppNews[]> {
  if (ownerIds.length === 0) return [];
  const rows = await listedApps(db)
    .select(['apps.id', 'apps.created_at as at', 'apps.name', 'apps.name_id'])
    .where('apps.owner_id', 'in', ownerIds)
    .where('apps.is_listed', '=', sqlLiteral.true)
    .where('apps.created_at', '>', since)
    .where('apps.created_at', '<=', until)
    .orderBy(sql`apps.created_at + 0`, 'desc')
    .orderBy('apps.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, at, name, name_id }) => ({
    kind: 'app',
    id,
    at,
    name,
    nameId: name_id,
    version: '',
  }));
}
