import type { DeskAction } from '../../../shared/schemas/moderation/cases.ts';
import type { DecideForm, DecisionJson, PreviewJson } from '../../../shared/schemas/moderation/decisions.ts';
import { findAnyUser } from '../../accounts/index.ts';
import { countListings } from '../../apps/owned-apps.ts';
import { lockListing } from '../../apps/find-app.ts';
import { readingIn, type WriteDb } from '../../platform/db/database.ts';
import type { CaseTable, DecisionTable, ProofTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { findClaims } from '../../proofs/index.ts';
import type { MailMessage } from '../../platform/mail/message.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import { requireCase, requireMayWork, requireTransition } from '../cases/case-guards.ts';
import { changeCase, insertCaseEvent } from '../cases/case-writes.ts';
import { askedMs } from '../cases/due.ts';
import { stateOfSubject } from '../cases/describe-subject.ts';
import { findSubject, type Subject } from '../cases/find-subject.ts';
import type { ModerationContext } from '../context.ts';
import type { Staff } from '../staff.ts';
import { allowedActions, strikeActions } from './allowed-actions.ts';
import { applyDecision, type Ruling } from './apply-decision.ts';
import { decisionsAsJson } from './decision-json.ts';
import { findDecisionRow } from './decision-queries.ts';
import { tellClaimants } from './claim-letters.ts';
import { numberOfCase } from './decision-writes.ts';
import { decideWithoutSubject } from './decide-without-subject.ts';
import { nameIsTaken } from './name-is-taken.ts';

interface Decided extends Ruling {
  subject: Subject | null;
}

const gone = 'What this case is about was deleted meanwhile. Close it with no action.';

/**
 * Decides a case.
 * @throws AppError 404, 403 for a conflict of interest or a right that the person lacks, 400 for an action that the
 * subject does not allow, 409 if the case or its subject has changed, or somebody else has claimed it
 */
export async function decideCase(
  context: ModerationContext,
  staff: Staff,
  number: string,
  form: DecideForm,
): Promise<DecisionJson> {
  const { audit, db } = context;
  return await audit
    .write(staff.client, async (trx, note) => {
      const ruled = await decideIn(context, trx, note, { staff, number, form });
      const [shaped] = await decisionsAsJson(readingIn(trx), [ruled.decision]);
      if (!shaped) throw new Error('A decision has no shape.');
      return shaped;
    })
    .catch(nameIsTaken(db.engine));
}

/** Ends the transaction of a preview, which must leave no trace. */
class PreviewDone extends Error {
  readonly preview: PreviewJson;
  constructor(preview: PreviewJson) {
    super('The preview is done.');
    this.preview = preview;
  }
}

/** What a decision would do, found by taking it and rolling back, so that the mail is exactly the one to be sent. */
export async function previewDecision(
  context: ModerationContext,
  staff: Staff,
  number: string,
  form: DecideForm,
): Promise<PreviewJson> {
  const { audit, db } = context;
  try {
    await audit.write(staff.client, async (trx, note) => {
      const { decision, mails, subject } = await decideIn(context, trx, note, { staff, number, form });
      throw new PreviewDone({
        mails,
        state_before: decision.state_before,
        state_after: decision.state_after,
        gives_strike: strikeActions.includes(form.action),
        listings: await leavingListings(trx, form.action, subject),
      });
    });
  } catch (error) {
    if (error instanceof PreviewDone) return error.preview;
    return nameIsTaken(db.engine)(error);
  }
  throw new Error('A preview was not rolled back.');
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
  context: ModerationContext,
  trx: WriteDb,
  note: NoteEvent,
  { form, number, staff }: Deciding,
): Promise<Decided> {
  const { clock, db, onDecided } = context;
  const row = await requireCase(trx, db.engine, number, form.version);
  const isQuestion = form.action === 'ask-owner';
  await requireMayWork(trx, row, staff);
  if (isQuestion) requireTransition(row, 'asked-owner', 'waiting');
  else requireTransition(row, 'decided', 'decided');
  const now = clock();
  const found = await findLockedSubject(trx, context, row);
  const claims = found?.kind === 'app' && found.app ? await findClaims(trx, found.app) : [];
  await requireAllowed(trx, { form, row, staff, subject: found, isClaimed: claims.length > 0 });
  const ruling = {
    action: form.action,
    policy: form.policy,
    publicReason: form.public_reason,
    ownerReason: form.owner_reason,
    by: { source: 'staff', actorId: staff.userId },
    // The decision has the id and the number of its case, so that a preview knows its links. A question is no such
    // decision: the case goes on.
    ...(!isQuestion && { as: { id: row.id, number: await numberOfCase(trx, row, now) } }),
    caseOf: { id: row.id, number: row.number },
    bulkId: null,
    now,
  } as const;
  const ruled = found
    ? await applyDecision(context, trx, note, {
        ...ruling,
        subject: found,
        message: form.message,
        facts: form.facts,
        restriction: form.restriction,
        claimant: form.claimant,
        reverses: await appealedDecision(trx, row, form),
      })
    : await decideWithoutSubject(trx, note, row, ruling);
  const changed = await changeCase(trx, row.id, {
    assigned_to: isQuestion ? staff.userId : row.assigned_to,
    ...(isQuestion
      ? { state: 'waiting', waits_until: now + askedMs }
      : { state: 'decided', decided_at: now, waits_until: null }),
  });
  const event = isQuestion ? 'asked-owner' : 'decided';
  await insertCaseEvent(trx, {
    caseId: row.id,
    at: now,
    event,
    actorId: staff.userId,
    text: form.owner_reason,
  });
  if (isQuestion) return { ...ruled, subject: found };
  await onDecided(trx, changed, ruled.decision);
  const mails = await tellOfClaims(trx, context, { claims, form, now, row, subject: found });
  return { ...ruled, mails: [...ruled.mails, ...mails], subject: found };
}

interface OfClaims extends Pick<Deciding, 'form'> {
  claims: readonly ProofTable[];
  now: number;
  row: CaseTable;
  subject: Subject | null;
}

/** Those whose claim this case decides, and who gets the listing. Earlier claimants know already. */
async function tellOfClaims(
  trx: WriteDb,
  { contactEmail, siteUrl }: ModerationContext,
  { claims, form, now, row, subject }: OfClaims,
): Promise<MailMessage[]> {
  if (!subject?.app) return [];
  const { action, claimant, public_reason: reason } = form;
  const told = claims.filter(
    ({ case_number, user_id }) =>
      case_number === row.number || (action === 'transfer' && user_id === claimant),
  );
  const facts = { app: subject.app, action, reason, caseNumber: row.number, siteUrl, contactEmail };
  return await tellClaimants(trx, told, { ...facts, claimant, now });
}

async function appealedDecision(
  trx: WriteDb,
  { decision_id }: CaseTable,
  { action }: DecideForm,
): Promise<DecisionTable | undefined> {
  return decision_id === null || action !== 'restore' ? undefined : await findDecisionRow(trx, decision_id);
}

async function findLockedSubject(
  trx: WriteDb,
  { db }: ModerationContext,
  { app_id, subject_id, subject_kind }: CaseTable,
): Promise<Subject | null> {
  if (app_id !== null) await lockListing(trx, db.engine, app_id);
  return await findSubject(readingIn(trx), { kind: subject_kind, id: subject_id });
}

interface Asked {
  form: DecideForm;
  row: CaseTable;
  staff: Staff;
  subject: Subject | null;
  isClaimed: boolean;
}

/** @throws AppError 403, 400, or 409 where the subject is gone */
async function requireAllowed(trx: WriteDb, { form, isClaimed, row, staff, subject }: Asked): Promise<void> {
  const owner = subject ? await findAnyUser(trx, subject.ownerId) : undefined;
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
