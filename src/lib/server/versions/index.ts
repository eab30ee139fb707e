import type { Page } from '../../shared/paging.ts';
import { emptyPage } from '../../shared/paging.ts';
import type { Release } from '../../shared/versions.ts';
import { isId } from '../platform/ids.ts';
import { addVersion, type NewVersion, type VersionsContext } from './add-version.ts';
import { findVersionPage, type VersionsQuery } from './version-queries.ts';

export type { NewVersion, VersionsQuery };
export type Versions = ReturnType<typeof createVersions>;

export function createVersions(context: VersionsContext) {
  return {
    /** @throws AppError 400 for a cursor that is not one of this list */
    async listVersions(query: VersionsQuery): Promise<Page<Release>> {
      if (query.appId !== undefined && !isId(query.appId)) return emptyPage();
      return await findVersionPage(context.db.read, query);
    },
    addVersion: (release: NewVersion) => addVersion(context, release),
  };
}
