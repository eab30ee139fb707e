import type { Page } from '../../shared/paging.ts';
import { emptyPage } from '../../shared/paging.ts';
import type { Release } from '../../shared/versions.ts';
import { isId } from '../platform/ids.ts';
import type { CreateVersion } from '../../shared/app-forms.ts';
import type { Caller } from '../accounts/index.ts';
import { requireVerified } from '../apps/index.ts';
import { addVersion, type NewVersion, type VersionsContext } from './add-version.ts';
import { releaseVersion } from './release-version.ts';
import { findLatestReleases, findVersionPage, type VersionsQuery } from './version-queries.ts';

export type { NewVersion, VersionsQuery };
export type Versions = ReturnType<typeof createVersions>;

export function createVersions(context: VersionsContext) {
  return {
    /** @throws AppError 400 for a cursor that is not one of this list */
    async listVersions(query: VersionsQuery): Promise<Page<Release>> {
      if (query.appId !== undefined && !isId(query.appId)) return emptyPage();
      return await findVersionPage(context.db.read, query);
    },
    /** The newest releases of all apps, each with its app. */
    listLatest: (limit: number) => findLatestReleases(context.db.read, limit),
    addVersion: (release: NewVersion) => addVersion(context, release),
    /** What can be said before the body, which names the app, is read. @throws AppError 403 for an unverified caller */
    requireMayRelease: (caller: Caller): void => requireVerified(caller),
    releaseVersion: (caller: Caller, form: CreateVersion) => releaseVersion(context, caller, form),
  };
}
