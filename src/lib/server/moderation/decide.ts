// Decides a case, or shows what a decision would do.
import {
  caseLimits,
  type DeskAction,
  type DecideForm,
  type DecisionJson,
  type PreviewJson,
} from '../../shared/schemas/cases.ts';
import { dayMs } from '../../shared/text/days.ts';
import { findAccount } from '../accounts/users.ts';
import { countListings } from '../apps/owned-apps.ts';
import { lockListing } from '../apps/find-app.ts';
import type { Context } from '../context.ts';
import { type Engine, readingIn, type WriteDb } from '../platform/db/database.ts';
import { dryRun } from '../platform/db/dry-run.ts';
import type { CaseTable, DecisionTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { NoteEvent } from '../platform/security/audit.ts';
import { findClaims } from '../proofs/store-proof.ts';
import { tellParties } from './appeals.ts';
import { allowedActions, applyDecision, type Ruling } from './apply-decision.ts';
import { changeCase, insertCaseEvent, requireCase, requireMayWork, requireState } from './cases.ts';
import { tellClaimants } from './decision-mails.ts';
import { decisionsAsJson, findDecisionRow, insertDecision, strikeActions } from './decisions.ts';
import { findSubject, type Staff, stateOfSubject, type Subject } from './subjects.ts';

interface Decided extends Ruling {
  subject: Subject | null;
}

/**
 * Decides a case.
 * @throws AppError 404, 403 for a conflict of interest or a right that the person lacks, 400 for an action that the
 * subject does not allow, 409 if the case or its subject has changed, or somebody else has claimed it
 */
export async function decideCase(
  context: Context,
  staff: Staff,
  number: string,
  form: DecideForm,
): Promise<DecisionJson> {
  const { audit, db } = context;
  const writing = audit.write(staff.client, async (trx, note) => {
    const { decision } = await decideIn(context, trx, note, { staff, number, form });
    const [shaped] = await decisionsAsJson(readingIn(trx), [decision]);
    if (!shaped) throw new Error('A decision has no shape.');
    return shaped;
  });
  return await writing.catch(nameIsTaken(db.engine));
}

/** What a decision would do, found by taking it and rolling back, so that the mail is exactly the one to be sent. */
export async function previewDecision(
  context: Context,
  staff: Staff,
  number: string,
  form: DecideForm,
): Promise<PreviewJson> {
  const { db } = context;
  const noNote: NoteEvent = () => Promise.resolve();
  const trying = dryRun(db, async (trx) => {
    const { decision, mails, subject } = await decideIn(context, trx, noNote, { staff, number, form });
    return {
      mails,
      state_before: decision.state_before,
      state_after: decision.state_after,
      gives_strike: strikeActions.includes(form.action),
      listings: await leavingListings(trx, form.action, subject),
    };
  });
  return await trying.catch(nameIsTaken(db.engine));
}

/**
 * A listing whose name was released cannot come back while another one has the name.
 * @returns a handler that throws AppError 409 for that, and every other error again
 */
function nameIsTaken(engine: Pick<Engine, 'uniqueViolation'>): (error: unknown) => never {
  return (error) => {
    const isTaken = error instanceof AppError && 'name' in error.fields;
    if (!isTaken && !/name_(key|id)/.test(engine.uniqueViolation(error) ?? '')) throw error;
    throw new AppError(
      409,
      'Another listing has taken its name since it was released. Rename or remove that one first.',
    );
  };
}

/** Listings that leave the lists. */
async function leavingListings(trx: WriteDb, action: DeskAction, subject: Subject | null): Promise<number> {
  if (!subject) return 0;
  if (action === 'suspend') return (await countListings(readingIn(trx), subject.ownerId)).listed;
  return strikeActions.includes(action) && subject.app?.is_listed === 1 ? 1 : 0;
}

interface Deciding {
  staff: Staff;
  number: string;
  form: DecideForm;
}

async function decideIn(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { form, number, staff }: Deciding,
): Promise<Decided> {
  const { clock, db } = context;
  const row = await requireCase(trx, db.engine, number, form.version);
  const isQuestion = form.action === 'ask-owner';
  await requireMayWork(trx, row, staff);
  const event = isQuestion ? 'asked-owner' : 'decided';
  requireState(row, event);
  const now = clock();
  if (row.app_id !== null) await lockListing(trx, db.engine, row.app_id);
  const subject = await findSubject(readingIn(trx), { kind: row.subject_kind, id: row.subject_id });
  const claims = subject?.kind === 'app' && subject.app ? await findClaims(trx, subject.app) : [];
  await requireAllowed(trx, { form, row, staff, subject, isClaimed: claims.length > 0 });
  const ruled = subject
    ? await applyDecision(context, trx, note, {
        subject,
        action: form.action,
        policy: form.policy,
        publicReason: form.public_reason,
        ownerReason: form.owner_reason,
        message: form.message,
        facts: form.facts,
        restriction: form.restriction,
        claimant: form.claimant,
        by: { source: 'staff', actorId: staff.userId },
        caseOf: row,
        bulkId: null,
        reverses: await appealedDecision(trx, row, form),
        now,
      })
    : await closeWithoutSubject(trx, note, row, { actorId: staff.userId, form, now });
  await changeCase(trx, row.id, {
    assigned_to: isQuestion ? staff.userId : row.assigned_to,
    ...(isQuestion
      ? { state: 'waiting', waits_until: now + caseLimits.ownerDays.asked * dayMs }
      : { state: 'decided', decided_at: now, waits_until: null }),
  });
  const text = form.owner_reason;
  await insertCaseEvent(trx, { caseId: row.id, at: now, event, actorId: staff.userId, text });
  if (isQuestion) return { ...ruled, subject };
  await tellParties(context, trx, row, ruled.decision);
  const { action, claimant, public_reason: reason } = form;
  const told = { action, caseNumber: row.number, claimant, now, reason };
  const mails = subject?.app ? await tellClaimants(context, trx, claims, { ...told, app: subject.app }) : [];
  return { ...ruled, mails: [...ruled.mails, ...mails], subject };
}

/** Closes a case whose subject was deleted: nobody is told, and nothing changes. */
async function closeWithoutSubject(
  trx: WriteDb,
  note: NoteEvent,
  row: CaseTable,
  { actorId, form, now }: { actorId: string; form: DecideForm; now: number },
): Promise<Ruling> {
  const decision = await insertDecision(trx, {
    id: row.id,
    number: row.number,
    case_id: row.id,
    at: now,
    source: 'staff',
    actor_id: actorId,
    action: form.action,
    policy: form.policy,
    public_reason: form.public_reason,
    owner_reason: form.owner_reason,
    subject_kind: row.subject_kind,
    subject_id: row.subject_kind === 'profile' ? null : row.subject_id,
    subject_name: row.subject_name,
    owner_id: null,
    state_before: 'gone',
    state_after: 'gone',
  });
  await note('moderation.no-action', null);
  return { decision, mails: [] };
}

async function appealedDecision(
  trx: WriteDb,
  { decision_id }: CaseTable,
  { action }: DecideForm,
): Promise<DecisionTable | undefined> {
  return decision_id === null || action !== 'restore' ? undefined : await findDecisionRow(trx, decision_id);
}

interface Asked {
  form: DecideForm;
  row: CaseTable;
  staff: Staff;
  subject: Subject | null;
  isClaimed: boolean;
}

const gone = 'What this case is about was deleted meanwhile. Close it with no action.';

/** @throws AppError 403, 400, or 409 where the subject is gone */
async function requireAllowed(trx: WriteDb, { form, isClaimed, row, staff, subject }: Asked): Promise<void> {
  const owner = subject ? await findAccount(trx, subject.ownerId) : undefined;
  const allowed = allowedActions({
    kind: row.subject_kind,
    state: stateOfSubject(subject),
    caseKind: row.kind,
    isOwnerOpen: owner?.banned_at === null,
    isClaimed,
  });
  if (form.action === 'suspend' && owner !== undefined && owner.role !== 'member' && staff.role !== 'admin')
    throw new AppError(403, 'Only an admin may suspend a member of staff.');
  if (allowed.includes(form.action)) return;
  if (!subject) throw new AppError(409, gone);
  const sentence = `In this state you may choose: ${allowed.join(', ')}.`;
  throw new AppError(400, sentence, { action: sentence });
}
