import { firstVersion, type Release, type ReleaseType } from '../../shared/schemas/versions.ts';
import {
  insertRelease,
  lockApp,
  lockOwnApp,
  refuseTakenVersion,
  releaseOfRow,
  retireCurrent,
} from '../apps/index.ts';
import type { Caller } from '../accounts/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { VersionTable } from '../platform/db/schema.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import { dataKey } from '../platform/reads/data-keys.ts';

export interface VersionsContext {
  db: Database;
  clock: Clock;
  deletions: Deletions;
  reindex: ReindexApps;
}

export interface NewVersion {
  appId: string;
  /** Default, also for '': as the previous release. */
  version?: string | undefined;
  /** Default: as the previous release. */
  releaseType?: ReleaseType | undefined;
  /** Milliseconds since 1970. */
  releaseDate: number | null;
  latestFeature: string;
  /** Now when left out. */
  createdAt?: number;
}

/**
 * Adds a release and makes it the current one.
 * @param caller who has to be the owner; left out for the sample listings
 * @throws AppError 404 when there is no such app, 403, 400 for the number of another release
 */
export async function addVersion(
  context: VersionsContext,
  release: NewVersion,
  caller?: Caller,
): Promise<Release> {
  const now = release.createdAt ?? context.clock();
  const id = newId();
  const rowAfter = (before: VersionTable | undefined): VersionTable => ({
    id,
    app_id: release.appId,
    version: release.version || before?.version || firstVersion,
    release_type: release.releaseType ?? before?.release_type ?? 'IN_DEVELOPMENT',
    release_date: release.releaseDate,
    latest_feature: release.latestFeature,
    is_current: 1,
    created_at: now,
    updated_at: now,
  });
  return await context.db.write(async (trx) => {
    const app = caller
      ? await lockOwnApp(trx, caller, release.appId, now)
      : await lockApp(trx, release.appId, now);
    if (!app) throw new AppError(404, 'There is no such app.');
    const { appId, version } = release;
    if (version) await refuseTakenVersion(trx, { appId, version });
    const row = rowAfter(await retireCurrent(trx, release.appId));
    await insertRelease(trx, row);
    await context.reindex(trx, [release.appId]);
    noteChanged(dataKey.apps, dataKey.app(appId), dataKey.user(app.owner_id));
    return releaseOfRow(row);
  });
}
