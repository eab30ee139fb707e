import { createHmac } from 'node:crypto';
import { reportCodeMinutes, type GuestReport } from '../../../shared/schemas/moderation/reports.ts';
import { reportMessages } from '../../../shared/text/report-messages.ts';
import { emailKey, hashCode, newCode } from '../../accounts/index.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { unrecordedReader } from '../../platform/reads/reader.ts';
import { widestNetworkOf, type Client } from '../../platform/security/client.ts';
import { mailboxOf, refuseRestricted } from '../../rules/index.ts';
import { sealLink } from '../links.ts';
import type { ReportsContext } from './context.ts';
import { findReportSubject } from './find-report-subject.ts';
import { createReportMails } from './mails.ts';
import { mayMailCode } from './report-limits.ts';
import { insertReport, insertReportCode } from './report-writes.ts';

export interface PendingReport {
  /** Sent back with the code. */
  request: string;
  expiresInSeconds: number;
}

/** Keyed hash of an address or a network, for limits and for reports of one address. */
export function markOf(secret: Uint8Array, kind: string, text: string): string {
  return createHmac('sha256', secret).update(`report-${kind}:${text}`).digest('hex').slice(0, 32);
}

/**
 * Stores a report of somebody without an account, and mails a code. It becomes a report when the code is entered. The
 * answer is the same whether the address is known or not.
 * @throws AppError 404 for a subject that visitors do not see, 403 for somebody who may not report, 429
 */
export async function reportAsGuest(
  context: ReportsContext,
  { about, reason, message, link, name, email }: GuestReport,
  client: Client,
): Promise<PendingReport> {
  const { clock, db, limiter, secret, siteUrl } = context;
  await limiter.spend(quotas.reports, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'report', email, address, accountId: null, now: clock() });
  const subject = await findReportSubject(unrecordedReader(db), about);
  if (!subject) throw new AppError(404, reportMessages.missing);
  // By mailbox, because one mailbox has many addresses.
  const mailbox = mailboxOf(emailKey(email));
  const isMailed = await mayMailCode(context, mailbox, client);
  const [id, code, now] = [newId(), newCode(), clock()];
  await db.write(async (trx) => {
    await insertReport(trx, {
      id,
      case_id: null,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason,
      message,
      link,
      state: 'pending-code',
      reporter_id: null,
      reporter_key: markOf(secret, 'email', mailbox),
      name,
      email,
      follow_hash: null,
      address_hash: markOf(secret, 'address', client.address),
      network_hash: markOf(secret, 'network', widestNetworkOf(client)),
      created_at: now,
      opened_at: null,
      decided_at: null,
    });
    const expiresAt = now + reportCodeMinutes * 60_000;
    await insertReportCode(trx, {
      reportId: id,
      codeHash: hashCode(code, `report:${id}`, secret),
      now,
      expiresAt,
    });
    if (isMailed) await enqueueMail(trx, createReportMails(siteUrl).code(email, code), now);
  });
  return { request: sealLink(secret, 'report-code', id), expiresInSeconds: reportCodeMinutes * 60 };
}
