import type { Page } from '../../shared/schemas/paging.ts';
import { emptyPage } from '../../shared/schemas/paging.ts';
import type { Release } from '../../shared/schemas/versions.ts';
import { isId } from '../platform/ids.ts';
import type { Caller } from '../accounts/index.ts';
import {
  findLatestReleases,
  findVersionPage,
  findVersionRow,
  releaseOfRow,
  requireVerified,
  type VersionsQuery,
} from '../apps/index.ts';
import { addVersion, type NewVersion, type VersionsContext } from './add-version.ts';
import { deleteVersion, requireMayChange, updateVersion } from './change-version.ts';
import { releaseVersion } from './release-version.ts';

export type { NewVersion, VersionsQuery };
export type Versions = ReturnType<typeof createVersions>;

/** Bound to their context, the use cases take what is left of their parameters. */
type Rest<Case> = Case extends (context: VersionsContext, ...rest: infer Rest) => unknown ? Rest : never;

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
    releaseVersion: (...rest: Rest<typeof releaseVersion>) => releaseVersion(context, ...rest),
    /** @returns null when there is no such release */
    async findVersion(id: string): Promise<Release | null> {
      const row = isId(id) ? await findVersionRow(context.db.read, id) : undefined;
      return row ? releaseOfRow(row) : null;
    },
    /** What can be said before the body of the request is read. @throws AppError 404 or 403 */
    requireMayChange: (caller: Caller, id: string) => requireMayChange(context, caller, id),
    updateVersion: (...rest: Rest<typeof updateVersion>) => updateVersion(context, ...rest),
    deleteVersion: (...rest: Rest<typeof deleteVersion>) => deleteVersion(context, ...rest),
  };
}
