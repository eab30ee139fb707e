// Decides which listings are in lists, and which are visible by their address. A listing leaves every list when its
// state is not 'public', and when its owner is banned. The page of an app checks its owner as well (`summaryOf`).
import { type ExpressionBuilder, sql } from 'kysely';
import { visibleStates } from '../../shared/schemas/apps.ts';
import { hasRow } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Schema } from '../platform/db/schema.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';

type Apps = ExpressionBuilder<Schema, 'apps'>;

/** The subquery reads the index of accounts with the mark, which is mostly empty, once a statement. */
export function isOfOpenOwner(eb: Apps) {
  const banned = eb.selectFrom('users').select('users.id').where('users.banned_at', 'is not', null);
  return eb('apps.owner_id', 'not in', banned);
}

/** Whether an app is in lists. A bound value would keep both engines from using the partial indexes of these. */
export function isListed(eb: Apps) {
  return eb.and([eb('apps.state', '=', sql.lit<'public'>('public')), isOfOpenOwner(eb)]);
}

export function isOnProfile(eb: Apps) {
  return eb.and([eb('apps.state', 'in', ['public', 'limited']), isOfOpenOwner(eb)]);
}

/** Whether everybody who has its address sees an app. */
export function isVisible(eb: Apps) {
  return eb.and([eb('apps.state', 'in', visibleStates), isOfOpenOwner(eb)]);
}

/** The apps of lists, counts, feeds and sitemaps. */
export function listedApps(db: ReadDb) {
  return db.selectFrom('apps').where(isListed);
}

/** The apps on profiles: listed and limited ones. */
export function profileApps(db: ReadDb) {
  return db.selectFrom('apps').where(isOnProfile);
}

export async function isVisibleApp(db: ReadDb, id: string): Promise<boolean> {
  return await hasRow(db.selectFrom('apps').where(isVisible).select('apps.id').where('apps.id', '=', id));
}

/**
 * Whether an app shows the picture as logo or screenshot.
 * @param of a visible app, one of an account in any state, or any
 */
export async function isPictureOfApp(
  db: ReadDb,
  mediaId: string,
  of: 'visible' | { ownerId?: string | undefined },
): Promise<boolean> {
  const ofThose = (eb: Apps) => {
    if (of === 'visible') return isVisible(eb);
    return of.ownerId === undefined ? eb.lit(true) : eb('apps.owner_id', '=', of.ownerId);
  };
  const apps = db.selectFrom('apps').select('apps.id').where(ofThose).limit(1);
  if (await hasRow(apps.where('apps.logo_id', '=', mediaId))) return true;
  const shown = apps.innerJoin('screenshots', 'screenshots.app_id', 'apps.id');
  return await hasRow(shown.where('screenshots.media_id', '=', mediaId));
}

/** Condition on a release. @param is what its app has to be: `isListed` or `isVisible` */
export const belongsTo = (eb: ExpressionBuilder<Schema, 'versions'>, is: typeof isListed) =>
  eb.exists(
    eb
      .selectFrom('apps')
      .select('apps.id')
      .where((inner) => is(inner as unknown as Apps))
      .whereRef('apps.id', '=', 'versions.app_id'),
  );

/** When an account with apps was deleted last. Its rows are gone, and tell nobody. */
const deletedSetting = 'deleted-with-listings';

/** Call it where an account with apps is deleted. */
export const noteLeftLists = (trx: WriteDb, now: number): Promise<void> =>
  storeSetting(trx, deletedSetting, String(now));

/**
 * Whether staff have taken an older listing out of the lists since then, or an account with one was suspended or
 * closed. What a rule holds was renamed by its owner, and the lists had it under its old name. Threat: people who hold
 * their own listings or close empty accounts keep from everybody what waits for this. Each part reads a partial index,
 * which is mostly empty.
 */
export async function hasLeftLists(db: ReadDb, since: number): Promise<boolean> {
  const listing = db
    .selectFrom('apps')
    .select('apps.id')
    .where('apps.state_at', '>=', since)
    .where(({ eb, or }) => or([eb('apps.state', '!=', 'held'), eb('apps.state_decision', 'is not', null)]))
    .where('apps.created_at', '<', since);
  if (await hasRow(listing)) return true;
  const banned = db.selectFrom('users').select('users.id').where('users.banned_at', '>=', since);
  return (await hasRow(banned)) || Number((await findSetting(db, deletedSetting)) ?? -1) >= since;
}
