import { reportMessages } from '../../../shared/text/report-messages.ts';
import { ruleMessages } from '../../../shared/text/rule-messages.ts';
import { findAccountByEmail, findAccountsOfMailbox, hashCode } from '../../accounts/index.ts';
import { AppealableError, AppError } from '../../platform/errors.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import type { Client } from '../../platform/security/client.ts';
import { refuseRestricted } from '../../rules/index.ts';
import { openLink } from '../links.ts';
import type { ReportsContext } from './context.ts';
import { openReport, type ReceivedReport } from './open-report.ts';
import { codeTries } from './report-limits.ts';
import { findReport } from './report-queries.ts';
import { countReportCodeTry, removeReportCode } from './report-writes.ts';

/**
 * Begins the case of a guest's report with the mailed code.
 * @throws AppError 400 for a wrong code, 403 for an account that may not report, 404 when the subject is gone, 409 for
 * a second report of the same kind, 429
 */
export async function confirmReport(
  context: ReportsContext,
  { request, code }: { request: string; code: string },
  client: Client,
): Promise<ReceivedReport> {
  const { clock, db, limiter, secret } = context;
  await limiter.spend(quotas.reportCodes, { account: null, client });
  const id = openLink(secret, 'report-code', request);
  if (id === null) throw new AppError(400, reportMessages.noRequest);
  // A wrong try has to commit, or it would not count: so it is a result and not an error.
  const received = await db.write(async (trx) => {
    const hash = await countReportCodeTry(trx, id, { now: clock(), most: codeTries });
    if (hash === undefined || hash !== hashCode(code, `report:${id}`, secret)) return null;
    const report = await findReport(trx, id);
    if (report?.state !== 'pending-code') return null;
    await removeReportCode(trx, id);
    // The reader of this mailbox owns the account of this address, so the report counts as one of the account.
    const account = await findAccountByEmail(trx, report.email);
    for (const known of await findAccountsOfMailbox(trx, report.email))
      await refuseAccount(trx, known, { client, now: clock() });
    const ofAccount = account && { reporter_id: account.id, reporter_key: account.id };
    return await openReport(context, trx, { ...report, ...ofAccount });
  });
  if (!received) throw new AppError(400, reportMessages.wrongCode, { code: reportMessages.wrongCode });
  return received;
}

/**
 * A guest needs no account, but must not evade what an account of the same mailbox may not do. A suspension is answered
 * as a restriction is. Appeals and answers to staff do not come here.
 */
async function refuseAccount(
  trx: WriteDb,
  { banned_at, email, id }: Pick<UserTable, 'banned_at' | 'email' | 'id'>,
  { client, now }: { client: Client; now: number },
): Promise<void> {
  if (banned_at !== null) throw new AppealableError(403, ruleMessages.restricted.report);
  const { address } = client;
  await refuseRestricted(trx, { action: 'report', email, address, accountId: id, now });
}
