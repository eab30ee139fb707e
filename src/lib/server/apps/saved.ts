// Apps that people keep for later (docs/decisions/032-saved-and-followed.md). Each browser keeps its own map; these
// functions merge the maps of the browsers in which somebody is logged in.
import type { SavedAppJson } from '../../shared/schemas/follow.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { findOwnerIds } from './visibility.ts';

/** Of changes of one app the one that wins; an insert must not name a row twice. */
function winners(changes: readonly SavedAppJson[]): SavedAppJson[] {
  const bestLast = changes.toSorted((a, b) => a.clock - b.clock || Number(a.saved) - Number(b.saved));
  return [...new Map(bestLast.map((change) => [change.id, change])).values()];
}

/** Without the apps that were deleted: nobody looks for them when an app goes. */
async function savedOf(db: ReadDb, userId: string): Promise<SavedAppJson[]> {
  const rows = await db
    .selectFrom('saved_apps')
    .innerJoin('apps', 'apps.id', 'saved_apps.app_id')
    .select(['app_id', 'clock', 'is_saved'])
    .where('user_id', '=', userId)
    .orderBy('app_id')
    .execute();
  return rows.map(({ app_id, clock, is_saved }) => ({ id: app_id, clock, saved: is_saved === 1 }));
}

const listSaved = ({ db }: Context, { userId }: Pick<Caller, 'userId'>) => savedOf(db.read, userId);

/**
 * Merges the changes of a browser where they win over what is stored: by a higher clock, and of two equal clocks by
 * 'saved', so that nothing is lost. lib/client/saved/saved-apps.ts decides in the same way. Apps that do not exist any
 * more are left out.
 * @returns the whole map afterwards
 * @throws AppError 400 if it would hold too many apps
 */
async function mergeSaved(
  { db, clock }: Context,
  { userId }: Pick<Caller, 'userId'>,
  changes: readonly SavedAppJson[],
): Promise<SavedAppJson[]> {
  return await db.write(async (trx) => {
    const wanted = winners(changes).filter(({ id }) => isId(id));
    const existing = await findOwnerIds(
      trx,
      wanted.map(({ id }) => id),
    );
    const rows = wanted
      .filter(({ id }) => existing.has(id))
      // In one order, so that two devices that write at once wait for each other, and do not deadlock.
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, clock: at, saved }) => ({
        user_id: userId,
        app_id: id,
        clock: at,
        is_saved: saved ? (1 as const) : (0 as const),
        updated_at: clock(),
      }));
    if (rows.length > 0)
      await trx
        .insertInto('saved_apps')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'app_id'])
            .doUpdateSet(({ ref }) => ({
              clock: ref('excluded.clock'),
              is_saved: ref('excluded.is_saved'),
              updated_at: ref('excluded.updated_at'),
            }))
            .where(({ eb, refTuple }) =>
              eb(
                refTuple('saved_apps.clock', 'saved_apps.is_saved'),
                '<',
                refTuple('excluded.clock', 'excluded.is_saved'),
              ),
            ),
        )
        .execute();
    await forgetTakenOut(trx, userId);
    const all = await savedOf(trx, userId);
    if (all.length > limits.savedApps) throw new AppError(400, messages.saved.tooMany);
    return all;
  });
}

/**
 * Forgets the apps that were taken out longest ago, as far as there are too many rows. A device that has missed such a
 * change may have the app still: then it is saved again.
 */
async function forgetTakenOut(trx: WriteDb, userId: string): Promise<void> {
  const rows = trx.selectFrom('saved_apps').where('user_id', '=', userId);
  const { count } = await rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  if (count <= limits.savedApps) return;
  const oldest = rows
    .select('app_id')
    .where('is_saved', '=', 0)
    .orderBy('updated_at')
    .orderBy('app_id')
    .limit(count - limits.savedApps);
  await trx.deleteFrom('saved_apps').where('user_id', '=', userId).where('app_id', 'in', oldest).execute();
}

export const saved = { actions: { listSaved, mergeSaved } };
