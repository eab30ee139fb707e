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

/** Condition on a release. @param is what its app has to be: `isListed` or `isVisible` */
export const belongsTo = (eb: ExpressionBuilder<Schema, 'versions'>, is: typeof isListed) =>
  eb.exists(
    eb
      .selectFrom('apps')
      .select('apps.id')
      .where((inner) => is(inner as unknown as Apps))
      .whereRef('apps.id', '=', 'versions.app_id'),
  );

/** When a listing was last taken down. Its row, or its owner's, may be gone, and tell nobody. */
const leftSetting = 'left-lists';

/**
 * Call it where staff take a listing out of the lists, or an account with one is suspended or closed. Threat: people
 * who hold their own listings or close empty accounts keep from everybody what waits for this.
 */
export const noteLeftLists = (trx: WriteDb, now: number): Promise<void> =>
  storeSetting(trx, leftSetting, String(now));

export const hasLeftLists = async (db: ReadDb, since: number): Promise<boolean> =>
  Number((await findSetting(db, leftSetting)) ?? -1) >= since;
