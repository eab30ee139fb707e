import type { DecideForm } from '../../../shared/schemas/cases.ts';
import { dayMs } from '../../../shared/text/days.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { restrictAccount } from '../../rules/index.ts';

interface Restricting {
  now: number;
  ownerReason: string;
  restriction?: DecideForm['restriction'];
  subject: { ownerId: string };
}

/** @throws AppError 400 without a restriction */
export async function restrictOwner(
  trx: WriteDb,
  { now, ownerReason, restriction, subject: { ownerId } }: Restricting,
): Promise<void> {
  const sentence = 'Choose what the account may not do, and for how many days.';
  if (!restriction) throw new AppError(400, sentence, { restriction: sentence });
  const until = now + restriction.days * dayMs;
  await restrictAccount(trx, {
    accountId: ownerId,
    actions: restriction.actions,
    reason: ownerReason,
    until,
    now,
  });
}
