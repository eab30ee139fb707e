// Apps that people keep for later (docs/decisions/032-saved-and-followed.md). Each browser keeps its own map; this
// slice merges the maps of the browsers in which somebody is logged in.
import type { SavedAppJson } from '../../shared/schemas/follow.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/index.ts';
import { findOwnerIds } from '../apps/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { findSaved, type SavedRow } from './saved-queries.ts';
import { forgetTakenOut, storeSaved } from './saved-writes.ts';

export { findSavedAfter } from './saved-queries.ts';
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
