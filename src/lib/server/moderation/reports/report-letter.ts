// Reports of letters: about the account that sent one, because its texts are not kept.
import type { WriteDb } from '../../platform/db/database.ts';
import { transactionReader } from '../../platform/reads/reader.ts';
import type { Client } from '../../platform/security/client.ts';
import type { ReportsContext } from './context.ts';
import { findReportSubject } from './find-report-subject.ts';
import { findSameReport } from './report-queries.ts';
import { storeMemberReport } from './store-member-report.ts';

const reason = 'other';

interface ReportedLetter {
  conversationId: string;
  /** The account of the sender, and of the developer who reports it. */
  senderId: string;
  reporterId: string;
  client: Client;
}

/**
 * Reports the account that sent a letter, in the transaction that ends the conversation.
 * @returns whether the developer has an open report about it now; false where nobody sees the account any more
 */
export async function reportLetter(
  context: ReportsContext,
  trx: WriteDb,
  { client, conversationId, reporterId, senderId }: ReportedLetter,
): Promise<boolean> {
  const subject = await findReportSubject(transactionReader(context.db, trx), `profile:${senderId}`);
  if (!subject || senderId === reporterId) return false;
  const identity = {
    reporter_key: reporterId,
    subject_kind: subject.kind,
    subject_id: subject.id,
    reason,
  } as const;
  if (await findSameReport(trx, identity)) return true;
  const message = `A letter of this account was reported (conversation ${conversationId}). Its texts are not kept here: the developer has them as mails.`;
  await storeMemberReport(context, trx, { subject, reason, message, link: '', reporterId, client });
  return true;
}
