// Mails those who reported something about the decision: the first of them in the transaction of the decision, and the
// rest by a job, because a case may have thousands. Each step stores its mails and its progress in one transaction, so
// that a job that was killed mails nobody twice, and forgets nobody.
import { outcomeSentences } from '../../../shared/text/outcome-sentences.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { DecisionTable } from '../../platform/db/schema.ts';
import { enqueueJob, type JobKind } from '../../platform/jobs/jobs.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { reporterAppealPath } from '../appeals/appeal-links.ts';
import { findDecisionRow } from '../decisions/decision-queries.ts';
import { followKey, hashFollowKey } from '../links.ts';
import type { ReportsContext } from './context.ts';
import { createReportMails } from './mails.ts';
import { reporterOf } from './reporter.ts';
import { findDecidedReports } from './report-queries.ts';
import { changeReport, decideReportsOfCase } from './report-writes.ts';

type Context = Pick<ReportsContext, 'secret' | 'siteUrl'>;

/** Reporters who are mailed in the transaction of the decision. */
const mailedAtOnce = 20;

interface Batch {
  decision: DecisionTable;
  caseId: string;
  /** The last report of the step before. */
  after: string;
}

/** @returns the reports of this batch */
async function mailSome(
  { secret, siteUrl }: Context,
  trx: WriteDb,
  { after, caseId, decision }: Batch,
  limit: number,
): Promise<{ count: number; last: string }> {
  const mails = createReportMails(siteUrl);
  const reports = await findDecidedReports(trx, { caseId, decidedAt: decision.at, after }, limit);
  for (const report of reports) {
    const key = followKey(secret, report.id);
    // The secret of the server may have changed since the first mail.
    if (report.follow_hash !== hashFollowKey(key))
      await changeReport(trx, report.id, { follow_hash: hashFollowKey(key) });
    const reporter = await reporterOf(trx, report);
    if (!reporter) continue;
    const mail = mails.decided(reporter, {
      number: report.number,
      path: urls.followReport(report.number, key),
      // Whoever reports a letter does not learn what its sender is called here.
      name: decision.subject_kind === 'profile' ? '' : decision.subject_name,
      outcome: {
        sentence: outcomeSentences[decision.action],
        publicReason: decision.public_reason,
        path: urls.decision(decision.number),
      },
      appeal: decision.action === 'none' ? reporterAppealPath(secret, report.id) : null,
    });
    await enqueueMail(trx, mail, decision.at);
  }
  return { count: reports.length, last: reports.at(-1)?.id ?? after };
}

/** Decides the reports of a case and tells those who wrote them. Wake the mail and the jobs after the commit. */
export async function tellReporters(
  context: Context,
  trx: WriteDb,
  caseId: string,
  decision: DecisionTable,
): Promise<void> {
  const total = await decideReportsOfCase(trx, caseId, decision.at);
  const { count, last } = await mailSome(context, trx, { decision, caseId, after: '' }, mailedAtOnce);
  if (total <= count) return;
  const state = { after: last, caseId };
  // The job belongs to the decision, so that the jobs of several decisions run beside each other.
  const job = { kind: 'tell-reporters', accountId: decision.id, state } as const;
  await enqueueJob(trx, job, decision.at);
}

export function createTellJob(context: Context): JobKind {
  return {
    name: 'tell-reporters',
    async step({ job, batch, commit }) {
      const { after, caseId } = job.state;
      await commit(async (trx) => {
        const decision = await findDecisionRow(trx, job.accountId);
        if (!decision) throw new Error('The decision of a job is gone.');
        const from = { decision, caseId: String(caseId), after: String(after) };
        const { count, last } = await mailSome(context, trx, from, batch);
        return count < batch ? null : { ...job.state, after: last };
      });
    },
  };
}
