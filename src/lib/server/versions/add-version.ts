import type { Release, ReleaseType } from '../../shared/versions.ts';
import { insertRelease, releaseOfRow } from '../apps/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { VersionTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import { tagOf, type PublishTags } from '../platform/tags.ts';
import { retireCurrent, touchApp } from './version-queries.ts';

export interface VersionsContext {
  db: Database;
  clock: Clock;
  publishTags: PublishTags;
  reindex: ReindexApps;
}

export interface NewVersion {
  appId: string;
  version: string;
  releaseType: ReleaseType;
  /** Milliseconds since 1970. */
  releaseDate: number | null;
  latestFeature: string;
  /** Now when left out. */
  createdAt?: number;
}

/** Records a release; it becomes the app's current one. @throws AppError 404 when there is no such app */
export async function addVersion(context: VersionsContext, release: NewVersion): Promise<Release> {
  const now = release.createdAt ?? context.clock();
  const row: VersionTable = {
    id: newId(),
    app_id: release.appId,
    version: release.version,
    release_type: release.releaseType,
    release_date: release.releaseDate,
    latest_feature: release.latestFeature,
    is_current: 1,
    created_at: now,
    updated_at: now,
  };
  const ownerId = await context.db.write(async (trx) => {
    const owner = await touchApp(trx, release.appId, now);
    if (owner === undefined) throw new AppError(404, 'There is no such app.');
    await retireCurrent(trx, release.appId);
    await insertRelease(trx, row);
    await context.reindex(trx, [release.appId]);
    return owner;
  });
  await context.publishTags([tagOf.apps, tagOf.app(release.appId), tagOf.user(ownerId)]);
  return releaseOfRow(row);
}
