import { limits } from '../../../shared/schemas/limits.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { Release, AppListing } from '../../../shared/schemas/apps.ts';
import { findListings } from '../app-queries.ts';
import { belongsTo } from '../public-app-queries.ts';
import { releaseOfRow } from './release-of-row.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { VersionTable } from '../../platform/db/schema.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { sqlLiteral } from '../../platform/db/sql-literal.ts';
import { keysetPage } from '../../platform/db/keyset.ts';

export interface VersionsQuery {
  /** The releases of all apps when left out. */
  appId?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Includes releases of held and removed apps; for their owner only. */
  withRemoved?: boolean;
}

/** Releases, newest first, counted up to `limits.counted`. */
export async function findVersionPage(
  { read: db, reads }: Reader,
  query: VersionsQuery,
): Promise<Page<Release>> {
  reads.note(query.appId === undefined ? dataKey.apps : dataKey.app(query.appId));
  let versions = db.selectFrom('versions');
  // The releases of one app are read by its address, those of all apps are a list.
  const which = query.appId === undefined ? 'listed' : 'visible';
  if (!query.withRemoved) versions = versions.where((eb) => belongsTo(eb, 'versions', which));
  if (query.appId !== undefined) versions = versions.where('app_id', '=', query.appId);
  const count = await countRows(db, versions.select('versions.id').limit(limits.counted).as('counted'));
  const { cursor, limit = limits.pageSize } = query;
  const keyset = { cursor, limit, table: 'versions', column: 'created_at' } as const;
  const page = await keysetPage(versions.selectAll(), keyset, count);
  return { ...page, items: page.items.map(releaseOfRow) };
}

/** The newest releases of all apps, each with its app. */
export async function findLatestReleases(
  reader: Reader,
  limit: number,
): Promise<{ release: Release; app: AppListing }[]> {
  reader.reads.note(dataKey.apps);
  const rows = await reader.read
    .selectFrom('versions')
    .selectAll()
    .where((eb) => belongsTo(eb, 'versions', 'listed'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const apps = await findListings(reader, [...new Set(rows.map((row) => row.app_id))]);
  const appOf = new Map(apps.map((app) => [app.id, app]));
  return rows.flatMap((row) => {
    const app = appOf.get(row.app_id);
    return app ? [{ release: releaseOfRow(row), app }] : [];
  });
}

/** Makes the current release a past one. @returns it */
export async function retireCurrent(trx: WriteDb, appId: string): Promise<VersionTable | undefined> {
  return await trx
    .updateTable('versions')
    .set({ is_current: 0 })
    .where('app_id', '=', appId)
    .where('is_current', '=', sqlLiteral.true)
    .returningAll()
    .executeTakeFirst();
}

/** Refuses the number of another release of the app; one that keeps its own may. @throws AppError 400 */
export async function refuseTakenVersion(
  trx: WriteDb,
  { appId, version }: { appId: string; version: string },
  isOwn: (release: Pick<VersionTable, 'id' | 'is_current'>) => boolean = () => false,
): Promise<void> {
  const found = await trx
    .selectFrom('versions')
    .select(['id', 'is_current'])
    .where('app_id', '=', appId)
    .where('version', '=', version)
    .execute();
  if (found.length === 0 || found.some(isOwn)) return;
  throw new AppError(400, messages.app.versionTaken, { version: messages.app.versionTaken });
}

/** @param ofAnyApp includes releases of held and removed apps */
export async function findVersionRow(
  db: ReadDb | WriteDb,
  id: string,
  { ofAnyApp = false } = {},
): Promise<VersionTable | undefined> {
  return await db
    .selectFrom('versions')
    .selectAll()
    .where('id', '=', id)
    .$if(!ofAnyApp, (query) => query.where((eb) => belongsTo(eb, 'versions', 'visible')))
    .executeTakeFirst();
}

export async function changeVersion(
  trx: WriteDb,
  id: string,
  columns: Partial<VersionTable>,
): Promise<VersionTable | undefined> {
  return await trx
    .updateTable('versions')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The id of the app's newest other release. */
export async function newestVersionBeside(
  trx: WriteDb,
  { id, app_id }: Pick<VersionTable, 'id' | 'app_id'>,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('versions')
    .select('id')
    .where('app_id', '=', app_id)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export async function removeVersion(trx: WriteDb, id: string): Promise<void> {
  await trx.deleteFrom('versions').where('id', '=', id).execute();
}
