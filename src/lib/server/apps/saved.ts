// Apps that people keep for later (docs/decisions/032-saved-and-followed.md). Each browser keeps its own map; this
// slice merges the maps of the browsers in which somebody is logged in.
import type { SavedAppJson } from '../../shared/schemas/follow/saved.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { SavedAppTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { findOwnerIds } from './owned-apps.ts';

export type Saved = ReturnType<typeof createSaved>;

const jsonOf = ({ app_id, clock, is_saved }: SavedRow): SavedAppJson => ({
  id: app_id,
  clock,
  saved: is_saved === 1,
});

/** Of changes of one app the one that wins; an insert must not name a row twice. */
function winners(changes: readonly SavedAppJson[]): SavedAppJson[] {
  const byApp = new Map<string, SavedAppJson>();
  for (const change of changes) {
    const other = byApp.get(change.id);
    const wins = !other || change.clock > other.clock || (change.clock === other.clock && change.saved);
    if (wins) byApp.set(change.id, change);
  }
  return [...byApp.values()];
}

/** Without the apps that were deleted: nobody looks for them when an app goes. */
async function savedOf(read: ReadDb | WriteDb, userId: string): Promise<SavedAppJson[]> {
  const rows = await findSaved(read, userId);
  const existing = await findOwnerIds(
    read,
    rows.map(({ app_id }) => app_id),
  );
  return rows.filter(({ app_id }) => existing.has(app_id)).map(jsonOf);
}

export function createSaved({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async listSaved({ userId }: Pick<Caller, 'userId'>): Promise<SavedAppJson[]> {
      return await savedOf(db.read, userId);
    },

    /**
     * Merges the changes of a browser. Apps that do not exist any more are left out.
     * Apps that were taken out again do not count.
     * @returns the whole map afterwards
     * @throws AppError 400 if it would hold too many apps
     */
    async mergeSaved(
      { userId }: Pick<Caller, 'userId'>,
      changes: readonly SavedAppJson[],
    ): Promise<SavedAppJson[]> {
      return await db.write(async (trx) => {
        const wanted = winners(changes).filter(({ id }) => isId(id));
        const existing = new Set(
          (
            await findOwnerIds(
              trx,
              wanted.map(({ id }) => id),
            )
          ).keys(),
        );
        const rows = wanted
          .filter(({ id }) => existing.has(id))
          // In one order, so that two devices that write at once wait for each other, and do not deadlock.
          .sort((one, other) => (one.id < other.id ? -1 : 1))
          .map(({ id, clock: at, saved }): SavedRow => ({ app_id: id, clock: at, is_saved: saved ? 1 : 0 }));
        if (rows.length > 0) await storeSaved(trx, userId, rows, clock());
        await forgetTakenOut(trx, userId, limits.savedApps);
        const all = await savedOf(trx, userId);
        if (all.length > limits.savedApps) throw new AppError(400, messages.saved.tooMany);
        return all;
      });
    },
  };
}

export type SavedRow = Pick<SavedAppTable, 'app_id' | 'clock' | 'is_saved'>;

/** Everything that an account has saved or taken out again. */
export async function findSaved(db: ReadDb | WriteDb, userId: string): Promise<SavedRow[]> {
  return await db
    .selectFrom('saved_apps')
    .select(['app_id', 'clock', 'is_saved'])
    .where('user_id', '=', userId)
    .orderBy('app_id')
    .execute();
}

/** The saved apps of an account by id, after one of them, for the export of its data. */
export async function findSavedAfter(
  db: ReadDb,
  userId: string,
  after: string,
  limit: number,
): Promise<{ id: string; at: number; saved: boolean }[]> {
  const rows = await db
    .selectFrom('saved_apps')
    .select(['app_id', 'updated_at', 'is_saved'])
    .where('user_id', '=', userId)
    .where('app_id', '>', after)
    .orderBy('app_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.app_id, at: row.updated_at, saved: row.is_saved === 1 }));
}

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 200;

/**
 * Stores changes where they win over what is stored: by a higher clock, and of two equal clocks by 'saved', so that
 * nothing is lost. lib/client/saved/saved-map.ts decides in the same way.
 */
export async function storeSaved(
  trx: WriteDb,
  userId: string,
  rows: readonly SavedRow[],
  now: number,
): Promise<void> {
  for (let from = 0; from < rows.length; from += chunk)
    await trx
      .insertInto('saved_apps')
      .values(rows.slice(from, from + chunk).map((row) => ({ ...row, user_id: userId, updated_at: now })))
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'app_id'])
          .doUpdateSet((eb) => ({
            clock: eb.ref('excluded.clock'),
            is_saved: eb.ref('excluded.is_saved'),
            updated_at: eb.ref('excluded.updated_at'),
          }))
          .where(({ eb, or, and, ref }) =>
            or([
              eb('saved_apps.clock', '<', ref('excluded.clock')),
              and([
                eb('saved_apps.clock', '=', ref('excluded.clock')),
                eb('saved_apps.is_saved', '<', ref('excluded.is_saved')),
              ]),
            ]),
          ),
      )
      .execute();
}

/**
 * Forgets the apps that were taken out longest ago, as far as there are more than `most` rows. A device that has missed
 * such a change may have the app still: then it is saved again.
 */
export async function forgetTakenOut(trx: WriteDb, userId: string, most: number): Promise<void> {
  const rows = trx.selectFrom('saved_apps').where('user_id', '=', userId);
  const { count } = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (count <= most) return;
  const oldest = rows
    .select('app_id')
    .where('is_saved', '=', 0)
    .orderBy('updated_at')
    .orderBy('app_id')
    .limit(count - most);
  await trx.deleteFrom('saved_apps').where('user_id', '=', userId).where('app_id', 'in', oldest).execute();
}
