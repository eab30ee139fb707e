// Releases of apps.
import type { CreateVersion, UpdateVersion } from '../../shared/schemas/app-forms.ts';
import { firstVersion, type ReleaseType } from '../../shared/schemas/app-fields.ts';
import { type AppListing, type Release } from '../../shared/schemas/apps.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import { differing, sqlLiteral } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { VersionTable } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { noteDeletion, wasDeleted } from '../platform/idempotency/deletions.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader, type Reader } from '../platform/reads/reader.ts';
import { ownApp } from './find-app.ts';
import { changeOwnApp } from './holds.ts';
import { asListings, releaseOfRow } from './listings.ts';
import { belongsTo, isListed, isVisible } from './visibility.ts';

export const versions = {
  reads: { listVersions, listLatest, findVersion },
  actions: {
    ...{ addVersion, releaseVersion, requireMayChange: ownRelease, updateVersion, deleteVersion },
  },
};

/** The field whose links the rules judge. */
const judged = 'latest_feature';

interface VersionsQuery {
  /** The releases of all apps when left out. */
  appId?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Releases, newest first, counted up to `limits.counted`. @throws AppError 400 for an invalid cursor */
async function listVersions({ read: db, reads }: Reader, query: VersionsQuery): Promise<Page<Release>> {
  const { appId, cursor, limit = limits.pageSize } = query;
  if (appId !== undefined && !isId(appId)) return emptyPage();
  reads.note(appId === undefined ? dataKey.apps : dataKey.app(appId));
  // The releases of one app are read by its address, those of all apps are a list.
  const which = appId === undefined ? isListed : isVisible;
  let versions = db.selectFrom('versions').where((eb) => belongsTo(eb, which));
  if (appId !== undefined) versions = versions.where('app_id', '=', appId);
  const keyset = { cursor, limit, table: 'versions', column: 'created_at' } as const;
  const page = await keysetPage(db, versions.selectAll(), keyset);
  return { ...page, items: page.items.map(releaseOfRow) };
}

/** The newest releases of all apps, each with its app. */
async function listLatest(reader: Reader, limit: number): Promise<{ release: Release; app: AppListing }[]> {
  const { items } = await listVersions(reader, { limit });
  const apps = await asListings.find(reader, [...new Set(items.map(({ appId }) => appId))]);
  return items.flatMap((release) => {
    const app = apps.find(({ id }) => id === release.appId);
    return app ? [{ release, app }] : [];
  });
}

/** @returns null when there is no such release */
async function findVersion({ read, reads }: Reader, id: string): Promise<Release | null> {
  const visible = read.selectFrom('versions').where((eb) => belongsTo(eb, isVisible));
  const row = isId(id) && (await visible.selectAll().where('id', '=', id).executeTakeFirst());
  if (!row) return null;
  reads.note(dataKey.app(row.app_id));
  return releaseOfRow(row);
}

/** Also one of a held or removed app. */
export const findVersionRow = (db: ReadDb, id: string): Promise<VersionTable | undefined> =>
  db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirst();

export interface NewRelease {
  /** Default, also for '': as the previous release, or 0.1.0. */
  version?: string | undefined;
  /** Default: as the previous release, or in development. */
  releaseType?: ReleaseType | undefined;
  /** Milliseconds since 1970. */
  releaseDate?: number | null | undefined;
  latestFeature?: string;
  /** Now when left out. */
  createdAt?: number;
}

/** Stores a release as the current one of an app. */
export async function insertRelease(
  trx: WriteDb,
  appId: string,
  release: NewRelease,
  now: number,
): Promise<VersionTable> {
  const before = await trx
    .updateTable('versions')
    .set({ is_current: 0 })
    .where('app_id', '=', appId)
    .where('is_current', '=', sqlLiteral.true)
    .returningAll()
    .executeTakeFirst();
  const row: VersionTable = {
    id: newId(),
    app_id: appId,
    version: release.version || before?.version || firstVersion,
    release_type: release.releaseType ?? before?.release_type ?? 'IN_DEVELOPMENT',
    release_date: release.releaseDate ?? null,
    latest_feature: release.latestFeature ?? '',
    is_current: 1,
    created_at: now,
    updated_at: now,
  };
  await trx.insertInto('versions').values(row).execute();
  return row;
}

/**
 * Adds a release and makes it the current one.
 * @param caller who has to be the owner; left out for the sample listings
 * @throws AppError 404 when there is no such app, 403, 400 for the number of another release
 */
async function addVersion(
  context: Context,
  { appId: id, ...release }: NewRelease & { appId: string },
  caller?: Caller,
): Promise<Release> {
  return await context.db.write((trx) =>
    changeOwnApp(context, trx, { id, caller, at: release.createdAt, judged }, async (_app, now) => {
      if (release.version) await refuseTakenVersion(trx, { appId: id, version: release.version });
      return releaseOfRow(await insertRelease(trx, id, release, now));
    }),
  );
}

/** Adds a release to the caller's own app. @throws AppError 404 or 403, also for a restricted account */
async function releaseVersion(context: Context, caller: Caller, form: CreateVersion): Promise<Release> {
  const app = await ownApp(unrecordedReader(context.db), caller, form.app);
  const {
    version,
    release_type: releaseType,
    release_date: releaseDate,
    latest_feature: latestFeature,
  } = form;
  return await addVersion(
    context,
    { appId: app.id, version, releaseType, releaseDate, latestFeature },
    caller,
  );
}

/** Refuses the number of another release of the app; one that keeps its own may. @throws AppError 400 */
export async function refuseTakenVersion(
  trx: WriteDb,
  { appId, version }: { appId: string; version: string },
  isOwn: (release: Pick<VersionTable, 'id' | 'is_current'>) => boolean = () => false,
): Promise<void> {
  const releases = await trx
    .selectFrom('versions')
    .select(['id', 'is_current', 'version'])
    .where('app_id', '=', appId)
    .execute();
  const found = releases.filter((release) => release.version === version);
  if (found.length === 0 || found.some(isOwn)) return;
  let next = version;
  do next = numberAfter(next);
  while (releases.some((release) => release.version === next));
  throw fieldError('version', messages.app.versionTaken(next));
}

/** '1.2.9' becomes '1.2.10', and 'beta' becomes 'beta 2'. */
const numberAfter = (version: string): string =>
  /\d/.test(version) ? version.replace(/\d+(?=\D*$)/, (last) => String(BigInt(last) + 1n)) : `${version} 2`;

const missing = () => new AppError(404, messages.app.releaseMissing);

/** The caller's own release; asked before the body of a change is read. @throws AppError 404 or 403 */
async function ownRelease({ db }: Context, caller: Caller, id: string): Promise<VersionTable> {
  const row = isId(id) ? await findVersionRow(db.read, id) : undefined;
  if (!row) throw missing();
  await ownApp(unrecordedReader(db), caller, row.app_id);
  return row;
}

export async function changeVersion(
  trx: WriteDb,
  id: string,
  columns: Partial<VersionTable>,
): Promise<VersionTable | undefined> {
  const release = trx.updateTable('versions').set(columns).where('id', '=', id);
  return await release.returningAll().executeTakeFirst();
}

/**
 * Changes the sent fields; without a difference nothing is written.
 * @throws AppError 404, 403, also for a restricted account, or 400 for an emptied `latest_feature` or the number of
 * another release
 */
async function updateVersion(
  context: Context,
  caller: Caller,
  id: string,
  { version, release_type, release_date, latest_feature }: UpdateVersion,
): Promise<Release> {
  const row = await ownRelease(context, caller, id);
  const columns = differing(row, { version, release_type, release_date, latest_feature });
  if (columns.latest_feature === '') throw fieldError('latest_feature', messages.appForms.featureNeeded);
  if (Object.keys(columns).length === 0) return releaseOfRow(row);
  return await context.db.write((trx) =>
    changeOwnApp(context, trx, { id: row.app_id, caller, judged }, async (app, now) => {
      if (columns.version !== undefined)
        await refuseTakenVersion(trx, { appId: app.id, version: columns.version }, (one) => one.id === id);
      const after = await changeVersion(trx, id, { ...columns, updated_at: now });
      if (!after) throw missing();
      return releaseOfRow(after);
    }),
  );
}

/**
 * Removes a release; after the current one, the newest of the others becomes current. Does nothing if the caller has
 * deleted it before.
 * @throws AppError 404, 403, or 409 for the only one of an app
 */
async function deleteVersion(context: Context, caller: Caller, id: string): Promise<void> {
  if (await wasDeleted(context, caller.userId, id)) return;
  const { app_id: appId } = await ownRelease(context, caller, id);
  // Every change of the app's releases takes the lock first.
  const change = (trx: WriteDb) =>
    changeOwnApp(context, trx, { id: appId, caller }, async () => {
      const row = await findVersionRow(trx, id);
      if (!row) return;
      const newest = await trx
        .selectFrom('versions')
        .select('id')
        .where('app_id', '=', appId)
        .where('id', '!=', id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (newest === undefined) throw new AppError(409, messages.app.lastRelease);
      await trx.deleteFrom('versions').where('id', '=', id).execute();
      if (row.is_current) await changeVersion(trx, newest.id, { is_current: 1 });
      await noteDeletion(context, trx, caller.userId, [id]);
    });
  await context.db.write(change);
}
