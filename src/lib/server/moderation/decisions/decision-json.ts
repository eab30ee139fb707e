import type { DecisionJson, StrikeJson } from '../../../shared/schemas/cases.ts';
import { toIso } from '../../../shared/text/dates.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { DecisionTable } from '../../platform/db/schema.ts';
import { findBulkNumbers } from '../bulk/bulk-queries.ts';
import { findCaseNumbers } from '../cases/case-queries.ts';
import { findPeople } from '../staff.ts';
import { findStrikes } from './decision-queries.ts';

const maxStrikes = 50;

/** Decisions as staff see them. */
export async function decisionsAsJson(db: ReadDb, rows: readonly DecisionTable[]): Promise<DecisionJson[]> {
  const personOf = await findPeople(
    db,
    rows.map(({ actor_id }) => actor_id),
  );
  const caseNumbers = await findCaseNumbers(
    db,
    rows.map(({ case_id }) => case_id),
  );
  const bulkNumbers = await findBulkNumbers(
    db,
    rows.map(({ bulk_id }) => bulk_id),
  );
  return rows.map((row) => ({
    number: row.number,
    at: toIso(row.at),
    source: row.source,
    by: personOf(row.actor_id),
    action: row.action,
    policy: row.policy,
    public_reason: row.public_reason,
    owner_reason: row.owner_reason,
    subject: { kind: row.subject_kind, id: row.subject_id ?? '', name: row.subject_name },
    state_before: row.state_before,
    state_after: row.state_after,
    case_number: row.case_id === null ? null : (caseNumbers.get(row.case_id) ?? null),
    bulk_number: row.bulk_id === null ? null : (bulkNumbers.get(row.bulk_id) ?? null),
  }));
}

/** Strikes of an account, newest first. */
export async function strikesOf(db: ReadDb, userId: string, now: number): Promise<StrikeJson[]> {
  const rows = await findStrikes(db, userId, maxStrikes);
  return rows.map((row) => ({
    decision_number: row.number,
    policy: row.policy,
    created_at: toIso(row.created_at),
    expires_at: toIso(row.expires_at),
    counts: row.revoked_at === null && row.expires_at > now,
  }));
}
