import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { DecisionTable } from '../../platform/db/schema.ts';
import { findAnyUser } from '../../accounts/index.ts';
import { openLink } from '../links.ts';
import { findDecisionRow } from '../decisions/decision-queries.ts';
import { decisionOfCase } from '../openness/decision-queries.ts';
import type { MailedPerson } from '../reports/mails.ts';
import { reporterOf } from '../reports/reporter.ts';
import { findReport } from '../reports/report-queries.ts';
import { isAgainstOwner } from './appeal-links.ts';

/** Who appeals, and against what. */
export interface Party {
  kind: 'owner' | 'reporter';
  /** Id of the account or of the report. */
  key: string;
  decision: DecisionTable;
}

/** @returns null for a link that is not valid, and for a decision that is not against its holder */
export async function findParty(
  db: ReadDb | WriteDb,
  secret: Uint8Array,
  token: string,
): Promise<Party | null> {
  const ofOwner = openLink(secret, 'appeal-owner', token);
  return ofOwner === null
    ? await reporterParty(db, openLink(secret, 'appeal-reporter', token))
    : await ownerParty(db, ofOwner);
}

async function ownerParty(db: ReadDb | WriteDb, decisionId: string): Promise<Party | null> {
  const decision = await findDecisionRow(db, decisionId);
  if (!decision || decision.owner_id === null || !isAgainstOwner(decision.action)) return null;
  return { kind: 'owner', key: decision.owner_id, decision };
}

async function reporterParty(db: ReadDb | WriteDb, reportId: string | null): Promise<Party | null> {
  const report = reportId === null ? undefined : await findReport(db, reportId);
  if (!report || report.case_id === null || report.state !== 'decided') return null;
  const decision = await decisionOfCase(db, report.case_id);
  return decision?.action === 'none' ? { kind: 'reporter', key: report.id, decision } : null;
}

/** Whom to mail about an appeal; null if the account or the address is not there any more. */
export async function mailedParty(
  db: WriteDb,
  { kind, key }: Pick<Party, 'kind' | 'key'>,
): Promise<MailedPerson | null> {
  if (kind === 'reporter') {
    const report = await findReport(db, key);
    return report ? await reporterOf(db, report) : null;
  }
  // Also a suspended account: it was decided against.
  const account = await findAnyUser(db, key);
  if (!account || account.is_verified === 0 || account.password_hash === null) return null;
  return { email: account.email, firstname: account.firstname };
}
