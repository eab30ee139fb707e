import { sql } from 'kysely';
import type { CreateVersion, UpdateVersion } from '../../shared/schemas/app-forms.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import { firstVersion, type Release, type ReleaseType } from '../../shared/schemas/versions.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import type { Clock } from '../platform/clock.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { countRows } from '../platform/db/count-rows.ts';
import { type Database, type ReadDb, readingIn, type WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { VersionTable } from '../platform/db/schema.ts';
import { sqlLiteral } from '../platform/db/sql-literal.ts';
import { AppError } from '../platform/errors.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { type Reader, unrecordedReader } from '../platform/reads/reader.ts';
import { bindContext, type Bound } from '../platform/reads/slices.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import {
  appWithId,
  existingApp,
  lockApp,
  lockOwnApp,
  requireMayPublish,
  requireOwner,
  requireVerified,
} from './find-app.ts';
import { findListings, releaseOfRow } from './listings.ts';
import { belongsTo, listedApps } from './visibility.ts';

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

const missing = () => new AppError(404, messages.app.releaseMissing);

/** The caller's own release. @throws AppError 404 or 403 */
async function ownVersion({ db }: VersionsContext, caller: Caller, id: string): Promise<VersionTable> {
  const row = isId(id) ? await findVersionRow(db.read, id, { ofAnyApp: true }) : undefined;
  if (!row) throw missing();
  requireOwner(caller, (await appWithId(unrecordedReader(db), caller, row.app_id)).owner.id);
  return row;
}

/** Checked before the body of a change is read. @throws AppError 404 or 403 */
export async function requireMayChange(context: VersionsContext, caller: Caller, id: string): Promise<void> {
  await ownVersion(context, caller, id);
}

/** The sent columns that differ from the row. */
function changedColumns(row: VersionTable, change: UpdateVersion): Partial<VersionTable> {
  const wanted: Partial<VersionTable> = {
    ...(change.version !== undefined && { version: change.version }),
    ...(change.release_type !== undefined && { release_type: change.release_type }),
    ...(change.release_date !== undefined && { release_date: change.release_date }),
    ...(change.latest_feature !== undefined && { latest_feature: change.latest_feature }),
  };
  const names = Object.keys(wanted) as (keyof VersionTable)[];
  return Object.fromEntries(
    names.filter((name) => wanted[name] !== row[name]).map((name) => [name, wanted[name]]),
  );
}

/**
 * Changes the sent fields; without a difference nothing is written.
 * @throws AppError 404, 403, also for a restricted account, or 400 for an emptied `latest_feature` or the number of
 * another release
 */
export async function updateVersion(
  context: VersionsContext,
  caller: Caller,
  id: string,
  change: UpdateVersion,
): Promise<Release> {
  const { db, clock, reindex } = context;
  const row = await ownVersion(context, caller, id);
  const columns = changedColumns(row, change);
  if (columns.latest_feature === '') {
    const sentence = messages.appForms.featureNeeded;
    throw new AppError(400, sentence, { latest_feature: sentence });
  }
  if (Object.keys(columns).length === 0) return releaseOfRow(row);
  return await db.write(async (trx) => {
    const now = clock();
    if (!(await lockOwnApp(trx, caller, row.app_id, now))) throw missing();
    await requireMayPublish(readingIn(trx), caller, now);
    const { version } = columns;
    if (version !== undefined)
      await refuseTakenVersion(trx, { appId: row.app_id, version }, (one) => one.id === id);
    const after = await changeVersion(trx, id, { ...columns, updated_at: now });
    if (!after) throw missing();
    await reindex(trx, [row.app_id]);
    noteChanged(dataKey.apps, dataKey.app(row.app_id), dataKey.user(caller.userId));
    return releaseOfRow(after);
  });
}

/**
 * Removes a release; after the current one, the newest of the others becomes current. Does nothing if the caller has
 * deleted it before.
 * @throws AppError 404, 403, or 409 for the only one of an app
 */
export async function deleteVersion(context: VersionsContext, caller: Caller, id: string): Promise<void> {
  const { db, clock, deletions, reindex } = context;
  if (await deletions.wasDeleted(caller.userId, id)) return;
  const { app_id: appId } = await ownVersion(context, caller, id);
  await db.write(async (trx) => {
    const now = clock();
    // Every change of the app's releases takes this lock first.
    await lockOwnApp(trx, caller, appId, now);
    const row = await findVersionRow(trx, id, { ofAnyApp: true });
    if (row) {
      const newest = await newestVersionBeside(trx, row);
      if (newest === undefined) throw new AppError(409, messages.app.lastRelease);
      await removeVersion(trx, id);
      if (row.is_current) await changeVersion(trx, newest, { is_current: 1 });
      await reindex(trx, [appId]);
      noteChanged(dataKey.apps, dataKey.app(appId), dataKey.user(caller.userId));
      await deletions.note(trx, caller.userId, [id]);
    }
  });
}

/** Adds a release to the caller's own app. @throws AppError 404 or 403, also for a restricted account */
export async function releaseVersion(
  context: VersionsContext,
  caller: Caller,
  form: CreateVersion,
): Promise<Release> {
  const app = await existingApp(unrecordedReader(context.db), caller, form.app);
  requireOwner(caller, app.owner.id);
  const { clock, db } = context;
  await requireMayPublish(db.read, caller, clock());
  const release: NewVersion = {
    appId: app.id,
    version: form.version,
    releaseType: form.release_type,
    releaseDate: form.release_date ?? null,
    latestFeature: form.latest_feature,
  };
  return await addVersion(context, release, caller);
}

export type Versions = Bound<ReturnType<typeof createVersions>>;

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

// What is new of followed apps and developers. Asked for at reading, so that a release costs the same however many
// people follow its app.

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

export async function insertRelease(trx: WriteDb, row: VersionTable): Promise<void> {
  await trx.insertInto('versions').values(row).execute();
}

export async function renameCurrentRelease(
  trx: WriteDb,
  appId: string,
  version: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('versions')
    .set({ version, updated_at: now })
    .where('app_id', '=', appId)
    .where('is_current', '=', sqlLiteral.true)
    .execute();
}
