import type { Letter } from '../../accounts/index.ts';
import { composeMail, composeToAddress, findAnyUser } from '../../accounts/index.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { ModerationContext } from '../context.ts';
import { canBeMailed } from '../mails.ts';
import { findReportsOfCase } from './report-queries.ts';

const maxReporters = 100;

/** @param about the case for its owner, a report for its reporter */
function letterOf(about: string, text: string, contactEmail: string): Letter {
  return {
    subject: `a message about ${about}`,
    body: [
      `the staff write to you about ${about}:`,
      { markdown: text },
      `To answer, write to ${contactEmail} and name this number.`,
    ],
  };
}

/** Enqueues a message of staff. Neither side learns of the other. @returns how many people get it */
export async function mailMessage(
  { clock, contactEmail }: Pick<ModerationContext, 'clock' | 'contactEmail'>,
  trx: WriteDb,
  row: CaseTable,
  { text, to }: { text: string; to: 'owner' | 'reporters' },
): Promise<number> {
  if (to === 'owner') {
    const owner = row.owner_id === null ? undefined : await findAnyUser(trx, row.owner_id);
    if (!owner || !canBeMailed(owner)) return 0;
    const name = row.subject_name === '' ? `case ${row.number}` : `${row.subject_name} (case ${row.number})`;
    await enqueueMail(trx, composeMail(owner, letterOf(name, text, contactEmail)), clock());
    return 1;
  }
  let sent = 0;
  for (const report of await findReportsOfCase(trx, row.id, maxReporters)) {
    const letter = letterOf(`your report ${report.number}`, text, contactEmail);
    const account = report.reporter_id === null ? undefined : await findAnyUser(trx, report.reporter_id);
    if (account && !canBeMailed(account)) continue;
    if (!account && report.email === '') continue;
    const mail = account ? composeMail(account, letter) : composeToAddress(report.email, letter);
    await enqueueMail(trx, mail, clock());
    sent += 1;
  }
  return sent;
}
