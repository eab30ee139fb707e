import type { ReportReason } from '../../../shared/schemas/policies.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { widestNetworkOf, type Client } from '../../platform/security/client.ts';
import type { ReportsContext } from './context.ts';
import type { FoundSubject } from './find-report-subject.ts';
import { openReport, type ReceivedReport } from './open-report.ts';
import { markOf } from './report-as-guest.ts';
import { insertReport } from './report-writes.ts';

export interface MemberReport {
  subject: Pick<FoundSubject, 'id' | 'kind'>;
  reason: ReportReason;
  message: string;
  link: string;
  reporterId: string;
  client: Client;
}

/**
 * Stores the report of an account and opens it.
 * @throws AppError as `openReport` does
 */
export async function storeMemberReport(
  context: ReportsContext,
  trx: WriteDb,
  { client, link, message, reason, reporterId, subject }: MemberReport,
): Promise<ReceivedReport> {
  const { clock, secret } = context;
  const report = await insertReport(trx, {
    id: newId(),
    case_id: null,
    subject_kind: subject.kind,
    subject_id: subject.id,
    reason,
    message,
    link,
    state: 'pending-code',
    reporter_id: reporterId,
    reporter_key: reporterId,
    name: '',
    email: '',
    follow_hash: null,
    address_hash: markOf(secret, 'address', client.address),
    network_hash: markOf(secret, 'network', widestNetworkOf(client)),
    created_at: clock(),
    opened_at: null,
    decided_at: null,
  });
  return await openReport(context, trx, report);
}
