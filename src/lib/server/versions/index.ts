import type { Page } from '../../shared/schemas/paging.ts';
import { emptyPage } from '../../shared/schemas/paging.ts';
import type { Release } from '../../shared/schemas/versions.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import {
  findLatestReleases,
  findVersionPage,
  findVersionRow,
  releaseOfRow,
  requireVerified,
  type VersionsQuery,
} from '../apps/index.ts';
import { addVersion, type VersionsContext } from './add-version.ts';
import { deleteVersion, requireMayChange, updateVersion } from './change-version.ts';
import { releaseVersion } from './release-version.ts';

/** @throws AppError 400 for an invalid cursor */
async function listVersions(reader: Reader, query: VersionsQuery): Promise<Page<Release>> {
  if (query.appId !== undefined && !isId(query.appId)) return emptyPage();
  return await findVersionPage(reader, query);
}

/** @returns null when there is no such release */
async function findVersion({ read, reads }: Reader, id: string): Promise<Release | null> {
  const row = isId(id) ? await findVersionRow(read, id) : undefined;
  if (!row) return null;
  reads.note(dataKey.app(row.app_id));
  return releaseOfRow(row);
}

export function createVersions(context: VersionsContext) {
  return {
    reads: {
      listVersions,
      /** The newest releases of all apps, each with its app. */
      listLatest: findLatestReleases,
      findVersion,
    },
    actions: {
      /** Checked before the body, which names the app, is read. @throws AppError 403 for an unverified caller */
      requireMayRelease: requireVerified,
      ...bindContext(context, {
        addVersion,
        releaseVersion,
        requireMayChange,
        updateVersion,
        deleteVersion,
      }),
    },
  };
}
