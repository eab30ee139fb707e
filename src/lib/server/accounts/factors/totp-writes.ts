import type { Selectable } from 'kysely';
import type { Database, ReadDb, WriteDb } from '../../platform/db/database.ts';
import { countDeleted, countUpdated } from '../../platform/db/count-rows.ts';
import { removeInBatches } from '../../platform/db/remove-in-batches.ts';
import type { Schema } from '../../platform/db/schema.ts';

export type TotpRow = Selectable<Schema['totp_secrets']>;

/** Also one that is not confirmed yet. */
export async function findTotpOf(db: ReadDb | WriteDb, userId: string): Promise<TotpRow | undefined> {
  return await db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a secret that waits for its first code, in place of another one that waits. */
export async function storeNewTotp(
  trx: WriteDb,
  { userId, sealed, now }: { userId: string; sealed: string; now: number },
): Promise<void> {
  const fresh = { sealed, created_at: now, last_step: 0 };
  await trx
    .insertInto('totp_secrets')
    .values({ user_id: userId, ...fresh, confirmed_at: null, last_used_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('totp_secrets.confirmed_at', 'is', null),
    )
    .execute();
}

/** @returns whether it was waiting for a code */
export async function confirmTotp(
  trx: WriteDb,
  { userId, sealed, step, now }: { userId: string; sealed: string; step: number; now: number },
): Promise<boolean> {
  const confirmed = trx
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step, last_used_at: now })
    .where('user_id', '=', userId)
    .where('sealed', '=', sealed)
    .where('confirmed_at', 'is', null);
  return (await countUpdated(confirmed)) > 0;
}

/** Uses up the codes until `step`. @returns whether that one was unused; true for one of several uses at once */
export async function useTotpStep(
  trx: WriteDb,
  { userId, step, now }: { userId: string; step: number; now: number },
): Promise<boolean> {
  const used = trx
    .updateTable('totp_secrets')
    .set({ last_step: step, last_used_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step);
  return (await countUpdated(used)) > 0;
}

/** @returns whether there was a confirmed one */
export async function removeTotpRow(trx: WriteDb, userId: string): Promise<boolean> {
  const removed = trx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null);
  return (await countDeleted(removed)) > 0;
}

/** Removes a secret that waits for its first code. */
export async function removeNewTotp(trx: WriteDb, userId: string): Promise<void> {
  await trx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Removes secrets that never got their first code. */
export async function sweepNewTotps(db: Pick<Database, 'write'>, until: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx
      .selectFrom('totp_secrets')
      .select('user_id')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<=', until)
      .limit(limit);
    return await trx.deleteFrom('totp_secrets').where('user_id', 'in', some).executeTakeFirstOrThrow();
  });
}
