import type { RestrictedAction } from '../../../shared/schemas/desk.ts';
import { newId } from '../../platform/ids.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { countDeleted } from '../../platform/db/count-rows.ts';
import type { RestrictionTable } from '../../platform/db/schema.ts';

/**
 * @throws a unique violation where the pattern has a restriction of this action, a foreign key violation without the
 * account
 */
export async function insertRestriction(trx: WriteDb, row: RestrictionTable): Promise<void> {
  await trx.insertInto('restrictions').values(row).execute();
}

export async function changeRestriction(
  trx: WriteDb,
  id: string,
  columns: Partial<Pick<RestrictionTable, 'effect' | 'reason' | 'until'>>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('restrictions').set(columns).where('id', '=', id).execute();
}

/** @returns whether it existed */
export async function removeRestriction(trx: WriteDb, id: string): Promise<boolean> {
  return (await countDeleted(trx.deleteFrom('restrictions').where('id', '=', id))) > 0;
}

/** Removes restrictions that ended before the instant. @returns how many */
export async function removeExpired(trx: WriteDb, before: number): Promise<number> {
  return await countDeleted(trx.deleteFrom('restrictions').where('until', '<=', before));
}

interface AccountRestriction {
  accountId: string;
  actions: readonly RestrictedAction[];
  reason: string;
  until: number;
  now: number;
}

/** Denies an account some actions, in the transaction of a decision. It replaces an earlier restriction. */
export async function restrictAccount(
  trx: WriteDb,
  { accountId, actions, reason, until, now }: AccountRestriction,
): Promise<void> {
  for (const action of new Set(actions))
    await trx
      .insertInto('restrictions')
      .values({
        id: newId(),
        kind: 'account',
        pattern: accountId,
        account_id: accountId,
        action,
        effect: 'deny',
        reason,
        until,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'pattern', 'action'])
          .doUpdateSet({ effect: 'deny', reason, until, created_at: now }),
      )
      .execute();
}

/** Takes back what a decision restricted, unless another restriction has replaced it. @param madeAt of the decision */
export async function liftRestrictions(
  trx: WriteDb,
  { accountId, madeAt }: { accountId: string; madeAt: number },
): Promise<void> {
  await trx
    .deleteFrom('restrictions')
    .where('account_id', '=', accountId)
    .where('created_at', '=', madeAt)
    .execute();
}
