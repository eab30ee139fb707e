import type { PolicyId } from '../../../shared/schemas/moderation/policies.ts';
import { policiesVersion } from '../../../shared/schemas/moderation/policies.ts';
import { strikeDays } from '../../../shared/schemas/moderation/decisions.ts';
import { dayMs } from '../../../shared/text/dates/days.ts';
import { noteChanged } from '../../platform/db/after-commit.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import { hasRow } from '../../platform/db/count-rows.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { CaseTable, DecisionTable } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';
import { withFreeNumber } from '../cases/case-number.ts';

const isTaken = async (
  trx: WriteDb,
  { table, number }: { table: 'cases' | 'decisions'; number: string },
): Promise<boolean> => await hasRow(trx.selectFrom(table).select('id').where('number', '=', number));

/** Draws a number that no decision has, and no case, whose decision will have it. */
export async function freeNumber(trx: WriteDb, now: number): Promise<string> {
  return await withFreeNumber(now, async (number) => {
    for (const table of ['decisions', 'cases'] as const)
      if (await isTaken(trx, { table, number })) return undefined;
    return number;
  });
}

/** The number of the case, which a preview can name; another one where a decision without a case has drawn it. */
export async function numberOfCase(
  trx: WriteDb,
  { number }: Pick<CaseTable, 'number'>,
  now: number,
): Promise<string> {
  return (await isTaken(trx, { table: 'decisions', number })) ? await freeNumber(trx, now) : number;
}

/** Adds a decision to the append-only table. */
export async function insertDecision(
  trx: WriteDb,
  decision: Omit<DecisionTable, 'policies_version'>,
): Promise<DecisionTable> {
  noteChanged(dataKey.moderation);
  const row = { ...decision, policies_version: policiesVersion };
  await trx.insertInto('decisions').values(row).execute();
  return row;
}

/** A strike against the account that was decided against; it expires. */
export async function insertStrike(
  trx: WriteDb,
  { userId, decisionId, policy, now }: { userId: string; decisionId: string; policy: PolicyId; now: number },
): Promise<void> {
  await trx
    .insertInto('strikes')
    .values({
      id: newId(),
      user_id: userId,
      decision_id: decisionId,
      policy,
      created_at: now,
      expires_at: now + strikeDays * dayMs,
      revoked_at: null,
    })
    .execute();
}

/** Takes back the strikes of these decisions. */
export async function revokeStrikes(
  trx: WriteDb,
  decisionIds: readonly string[],
  now: number,
): Promise<void> {
  if (decisionIds.length === 0) return;
  await trx
    .updateTable('strikes')
    .set({ revoked_at: now })
    .where('decision_id', 'in', decisionIds)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Gives the strikes back that a restoration had revoked. */
export async function reinstateStrikes(
  trx: WriteDb,
  { at, reverses_id }: Pick<DecisionTable, 'at' | 'reverses_id'>,
): Promise<void> {
  if (reverses_id === null) return;
  await trx
    .updateTable('strikes')
    .set({ revoked_at: null })
    .where('decision_id', '=', reverses_id)
    // A strike that was revoked earlier stays revoked.
    .where('revoked_at', '=', at)
    .execute();
}
