import type { CaseEventJson, CaseReportJson } from '../../../shared/schemas/moderation/cases.ts';
import type { CaseJson, DeskListingJson } from '../../../shared/schemas/moderation/decisions.ts';
import { isoOrNull, toIso } from '../../../shared/text/dates/dates.ts';
import { fullName } from '../../../shared/schemas/users.ts';
import type { ClaimJson } from '../../../shared/schemas/moderation/claims.ts';
import { findAccount, findAnyUser } from '../../accounts/index.ts';
import { findListingHeadsOf, findListingRowBy, type ListingHead } from '../../apps/owned-apps.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { CaseTable, UserTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { findClaims } from '../../proofs/index.ts';
import { findRecentEventsOf } from '../../platform/security/audit-queries.ts';
import type { ModerationContext } from '../context.ts';
import { allowedActions, type SubjectState } from '../decisions/allowed-actions.ts';
import { decisionsAsJson, strikesOf } from '../decisions/decision-json.ts';
import { findDecisionRow, findDecisionsAbout } from '../decisions/decision-queries.ts';
import { findPeople, type Staff } from '../staff.ts';
import { conflictOf, deskSentences } from './case-guards.ts';
import { findCase, findCaseEvents } from './case-queries.ts';
import { describeSubject } from './describe-subject.ts';
import { queueItems } from './queue.ts';
import { findAppealOfCase, findReportsOfCase } from './report-queries.ts';

const most = { reports: 100, events: 200, listings: 20, decisions: 50, history: 30 } as const;

/** Everything that staff need to decide a case. @throws AppError 404 */
export async function showCase(
  { clock, db: { read } }: Pick<ModerationContext, 'clock' | 'db'>,
  { userId }: Pick<Staff, 'userId'>,
  number: string,
): Promise<CaseJson> {
  const now = clock();
  const row = await findCase(read, number);
  const [item] = row ? await queueItems(read, [row], now) : [];
  if (!row || !item) throw new AppError(404, deskSentences.noCase);
  const owner = row.owner_id === null ? undefined : await findAnyUser(read, row.owner_id);
  const subject = await describeSubject(read, row);
  const listings = owner
    ? await findListingHeadsOf(read, { ownerId: owner.id, cursor: undefined, limit: most.listings })
    : { items: [], count: 0 };
  const others = listings.items.filter(({ id }) => id !== row.app_id);
  const about = { ownerId: row.owner_id, subjectId: row.subject_id };
  const claims = await claimsOf(read, row);
  const hasConflict = (await conflictOf(read, row, userId)) !== null;
  const history = owner ? await findRecentEventsOf(read, owner.id, most.history) : [];
  return {
    ...item,
    subject,
    owner: owner ? ownerJson(owner) : null,
    note: row.note,
    report_list: await reportsOf(read, row),
    events: await eventsOf(read, row),
    history: history.map(({ at, event }) => ({ at: toIso(at), event })),
    other_listings: await listingsAsJson(read, others),
    other_listings_count: Math.max(0, listings.count - (row.app_id === null || !subject.exists ? 0 : 1)),
    decisions: await decisionsAsJson(read, await findDecisionsAbout(read, about, most.decisions)),
    strikes: owner ? await strikesOf(read, owner.id, now) : [],
    allowed_actions:
      hasConflict || row.state === 'decided'
        ? []
        : allowedActions({
            kind: row.subject_kind,
            state: subject.state as SubjectState,
            caseKind: row.kind,
            isOwnerOpen: owner !== undefined && owner.banned_at === null,
            isClaimed: claims.length > 0,
          }),
    claims,
    appeal: await appealOf(read, row),
  };
}

const ownerJson = (owner: UserTable): NonNullable<CaseJson['owner']> => ({
  id: owner.id,
  name: fullName(owner),
  email: owner.email,
  is_suspended: owner.banned_at !== null,
});

async function reportsOf(db: ReadDb, row: CaseTable): Promise<CaseReportJson[]> {
  const reports = await findReportsOfCase(db, row.id, most.reports);
  const found: CaseReportJson[] = [];
  for (const report of reports) {
    const account = report.reporter_id === null ? undefined : await findAnyUser(db, report.reporter_id);
    found.push({
      number: report.number,
      reason: report.reason,
      message: report.message,
      link: report.link,
      created_at: toIso(report.created_at),
      reporter: {
        id: account?.id ?? null,
        name: account ? fullName(account) : report.name,
        email: account?.email ?? report.email,
      },
    });
  }
  return found;
}

async function claimsOf(db: ReadDb, { subject_id, subject_kind }: CaseTable): Promise<ClaimJson[]> {
  const app = subject_kind === 'app' ? await findListingRowBy(db, 'id', subject_id) : undefined;
  const found: ClaimJson[] = [];
  for (const { checked_at, failures, name, user_id, way } of app ? await findClaims(db, app) : []) {
    const account = await findAccount(db, user_id);
    if (!account) continue;
    const { email, id } = account;
    const checkedAt = isoOrNull(checked_at);
    const person = { id, name: fullName(account), email };
    found.push({ account: person, name, way, checked_at: checkedAt, is_failing: failures > 0 });
  }
  return found;
}

async function eventsOf(db: ReadDb, row: CaseTable): Promise<CaseEventJson[]> {
  const events = await findCaseEvents(db, row.id, most.events);
  const personOf = await findPeople(
    db,
    events.map(({ actor_id }) => actor_id),
  );
  return events.map(({ actor_id, at, event, id, text }) => ({
    id,
    at: toIso(at),
    event,
    by: personOf(actor_id),
    text,
  }));
}

async function appealOf(db: ReadDb, row: CaseTable): Promise<CaseJson['appeal']> {
  if (row.decision_id === null) return null;
  const appeal = await findAppealOfCase(db, row.id);
  const decision = await findDecisionRow(db, row.decision_id);
  if (!appeal || !decision) return null;
  return { decision_number: decision.number, party: appeal.party, text: appeal.text };
}

export async function listingsAsJson(db: ReadDb, rows: readonly ListingHead[]): Promise<DeskListingJson[]> {
  const personOf = await findPeople(
    db,
    rows.map(({ owner_id }) => owner_id),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    name_id: row.name_id,
    state: row.state,
    owner: personOf(row.owner_id) ?? { id: row.owner_id, name: '' },
    created_at: toIso(row.created_at),
  }));
}
