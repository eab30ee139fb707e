import type { WriteDb } from '../platform/db/database.ts';
import type { SavedRow } from './saved-queries.ts';

/** Rows of one insert; both engines limit the parameters of a statement. */
const chunk = 200;

/**
 * Stores changes where they win over what is stored: by a higher clock, and of two equal clocks by 'saved', so that
 * nothing is lost. lib/client/saved/saved-apps.ts decides in the same way.
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
