import { columnsOfValues, type AppValues } from '../../shared/schemas/app-fields.ts';
import type { AppListing, Platform } from '../../shared/schemas/apps.ts';
import { listingStates } from '../../shared/schemas/listing-states.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import { messages } from '../../shared/text/messages.ts';
import { nameKey } from '../../shared/text/text.ts';
import { firstVersion, type ReleaseType } from '../../shared/schemas/versions.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { lockAccount, type Caller } from '../accounts/index.ts';
import { recordPicture, type StoredPicture } from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { Database } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { transactionReader, type Reader } from '../platform/reads/reader.ts';
import { recordEvent } from '../timeline/index.ts';
import { findListing } from './app-queries.ts';
import { nameTaken } from './app-refusals.ts';
import { insertApp, insertCategories, insertRelease, insertScreenshots } from './app-writes.ts';
import { settleCategories } from './categories/settle-categories.ts';
import { hasRoom } from './owned-app-queries.ts';
import { claimName } from './names/claim-name.ts';
import type { AppsContext } from './context.ts';
import { allocateNameId } from './names/name-id.ts';
import { holdListing, judgeNew } from './states/hold-listing.ts';

export interface NewApp extends Partial<AppValues> {
  ownerId: string;
  name: string;
  platform: Platform;
  categories: CategoryName[];
  logo: StoredPicture | null;
  screenshots: StoredPicture[];
  /** Milliseconds since 1970; now when left out. */
  createdAt?: number;
  /** Default: 0.1.0, in development, without a feature text. */
  firstRelease?: {
    version: string;
    releaseType: ReleaseType;
    releaseDate: number | null;
    latestFeature: string;
    createdAt: number;
  };
}

/**
 * Lists an app: its row, categories, screenshots, first release and timeline event, in one transaction.
 * @param caller who lists it, by whom the rules judge it; left out for what comes with the directory
 * @throws AppError 400 when another app has this name, or one of another owner a similar name; 403 for too many apps
 */
export async function publishApp(context: AppsContext, app: NewApp, caller?: Caller): Promise<AppListing> {
  const { db, clock, reindex } = context;
  const now = app.createdAt ?? clock();
  const id = newId();
  const name = visibleLine(app.name);
  const release = app.firstRelease ?? {
    version: firstVersion,
    releaseType: 'IN_DEVELOPMENT' as const,
    releaseDate: null,
    latestFeature: '',
    createdAt: now,
  };
  const insert = () =>
    db.write(async (trx) => {
      // Banned or deleted since the request was authorized.
      const owner = await lockAccount(trx, db.engine, app.ownerId);
      if (!owner || owner.banned_at !== null) throw new AppError(401, messages.errors.login);
      if (!(await hasRoom(trx, owner))) throw new AppError(403, messages.policy.full(owner.app_limit));
      const categories = await settleCategories(db.engine, trx, app.categories);
      const hold = caller ? await judgeNew(context, trx, caller, { ...app, name, categories }) : null;
      for (const picture of [app.logo, ...app.screenshots])
        if (picture) await recordPicture(trx, picture, now);
      await insertApp(trx, {
        id,
        owner_id: app.ownerId,
        name,
        name_key: nameKey(name),
        name_skeleton: await claimName(trx, name, { ownerId: app.ownerId }),
        name_id: await allocateNameId(trx, name, id),
        ...columnsOfValues(app),
        logo_id: app.logo?.id ?? null,
        views: 0,
        created_at: now,
        updated_at: now,
      });
      await insertCategories(trx, { id, created_at: now }, categories);
      const pictureIds = app.screenshots.map((screenshot) => screenshot.id);
      await insertScreenshots(trx, id, pictureIds, now);
      await insertRelease(trx, {
        id: newId(),
        app_id: id,
        version: release.version,
        release_type: release.releaseType,
        release_date: release.releaseDate,
        latest_feature: release.latestFeature,
        is_current: 1,
        created_at: release.createdAt,
        updated_at: release.createdAt,
      });
      await recordEvent(trx, { userId: app.ownerId, category: 'LIST_APP', appId: id, at: now });
      if (hold) await holdListing(context, trx, { id, ownerId: app.ownerId, hold });
      await reindex(trx, [id]);
      noteChanged(dataKey.apps, dataKey.app(id), dataKey.user(app.ownerId));
      // Read here, because the account may be suspended between the commit and the answer.
      return await writtenListing(transactionReader(db, trx), id);
    });
  return await retryOnTakenSlug(db, insert);
}

/** The listing after a write. @throws AppError 404 if it has been deleted since */
export async function writtenListing(reader: Reader, id: string): Promise<AppListing> {
  const listing = await findListing(reader, 'id', id, listingStates);
  if (!listing) throw new AppError(404, 'This app was deleted meanwhile.');
  return listing;
}

/** Of as many writers that want one name_id at the same moment each gets another one. */
const mostTries = 20;

/** Retries when a concurrent writer (PostgreSQL) took the same free name_id. @throws AppError 400 for a taken name */
export async function retryOnTakenSlug<Result>(db: Database, insert: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await insert();
    } catch (error) {
      const column = db.engine.uniqueViolation(error);
      if (column === 'name_id' && tries < mostTries) continue;
      if (column === 'name_key') throw nameTaken();
      throw error;
    }
  }
}
