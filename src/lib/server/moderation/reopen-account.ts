import { readingIn } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { findSubject } from './cases/find-subject.ts';
import type { ModerationContext } from './context.ts';
import { applyDecision } from './decisions/apply-decision.ts';
import { requireAccount, type AccountRow } from './subjects.ts';

const reason = 'It was looked at again.';

/**
 * Opens a suspended account for the operator, also where its suspension is too old to be taken back at the desk.
 * @throws AppError 404, 409 where it is open
 */
export async function reopenAccount(context: ModerationContext, text: string): Promise<AccountRow> {
  const { audit, clock, db, publishChanges } = context;
  const account = await requireAccount(db.read, text);
  const keys = await audit.write('operator', async (trx, note) => {
    const subject = await findSubject(readingIn(trx), { kind: 'profile', id: account.id });
    if (subject?.user?.banned_at == null)
      throw new AppError(409, `The account of ${account.email} is not suspended.`);
    const ruling = await applyDecision(context, trx, note, {
      subject,
      action: 'restore',
      policy: 'other',
      publicReason: reason,
      ownerReason: reason,
      message: '',
      facts: [],
      by: { source: 'operator', actorId: null },
      caseOf: null,
      bulkId: null,
      now: clock(),
    });
    return ruling.keys;
  });
  await publishChanges([dataKey.moderation, ...keys]);
  return account;
}
