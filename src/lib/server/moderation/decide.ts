// Decides a case, or shows what a decision would do: its row, its effect, and the mails, in one transaction.
import { isOwnerState, type ListingState } from '../../shared/schemas/apps.ts';
import {
  caseLimits,
  type DecideForm,
  type DeskAction,
  deskActions,
  type RemovableFact,
} from '../../shared/schemas/cases.ts';
import { dayMs } from '../../shared/text/days.ts';
import { keysOf } from '../../shared/zod.ts';
import { banAccount, unbanAccount } from '../accounts/desk.ts';
import { changeUser, findAccount, lockAccount } from '../accounts/users.ts';
import { lockListing } from '../apps/find-app.ts';
import { canHaveName, freeName } from '../apps/names.ts';
import { hasRoom, noteLeftLists } from '../apps/visibility.ts';
import { changeVersion, removeScreenshot } from '../apps/releases.ts';
import {
  changeApp,
  changeListingState,
  changeOwner,
  isTransitionAllowed,
  noBadge,
  noteListing,
  settleListing,
} from '../apps/states.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { dryRun } from '../platform/db/dry-run.ts';
import type { AppTable, CaseTable, DecisionTable, UserTable } from '../platform/db/schema.ts';
import { countRows } from '../platform/db/statements.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import type { NoteEvent } from '../platform/security/audit.ts';
import type { Staff } from '../platform/security/client.ts';
import { badgeOfOwner, findClaims } from '../proofs/index.ts';
import { liftRestrictions, restrictAccount } from '../rules/index.ts';
import {
  closeCase,
  mailAboutDecision,
  ownerAppealPath,
  tellClaimants,
  type ToldDecision,
} from './appeals.ts';
import {
  changeCase,
  findSubject,
  freeNumber,
  insertCaseEvent,
  noteProfile,
  requireCase,
  requireMayWork,
  requireState,
  returnToStaff,
  stateOfSubject,
  type Subject,
  subjectOfAccount,
  type SubjectState,
} from './cases.ts';
import {
  describeDecisions,
  findDecision,
  findStandingDecision,
  insertDecision,
  strikeActions,
} from './decisions.ts';

/** The state that an action of staff brings a listing into. */
export const stateOfAction: Partial<Record<DeskAction, ListingState>> = {
  limit: 'limited',
  hold: 'held',
  remove: 'removed',
  restore: 'public',
};

const decidedStates: readonly string[] = ['held', 'limited', 'removed'];

/**
 * A held listing must not stay held without a case, so `none` does not close the case of a hold. An appeal is decided
 * by `none`, which upholds the decision, by `restore`, also where only a strike is taken back, or by an action for
 * which a reporter has appealed.
 * @param isClaimed whether somebody else has proved to control what the listing links to
 */
export function allowedActions(
  { kind: caseKind }: CaseTable,
  subject: Subject | null,
  owner: UserTable | undefined,
  isClaimed: boolean,
): DeskAction[] {
  const state = stateOfSubject(subject);
  if (!subject || state === 'gone') return ['none'];
  const { kind } = subject;
  // A suspended account cannot be suspended again.
  const isOwnerOpen = owner?.banned_at === null;
  const isAppeal = caseKind === 'appeal';
  const isDecided = state === 'suspended' || (kind !== 'profile' && decidedStates.includes(state));
  const isWaitingHold = caseKind === 'hold' && state === 'held';
  return keysOf(deskActions).filter((action) => {
    if (action === 'none') return !isWaitingHold;
    if (action === 'ask-owner') return !isAppeal;
    if (action === 'remove-facts') return true;
    if (action === 'restore') return isDecided || isAppeal;
    if (action === 'suspend') return isOwnerOpen;
    // Like `none` it would close the case of a hold.
    if (action === 'restrict') return isOwnerOpen && !isAppeal && !isWaitingHold;
    if (action === 'transfer') return isClaimed && kind === 'app' && !isAppeal && state !== 'removed';
    const to = stateOfAction[action];
    return kind !== 'profile' && to !== undefined && isTransitionAllowed(state as ListingState, to, 'staff');
  });
}

export interface NewRuling extends Omit<DecideForm, 'version'>, ToldDecision {
  /** Null where the account was deleted meanwhile. */
  actorId: string | null;
  bulkId?: string;
  /** Whether another mail tells the owner. */
  isSilent?: boolean;
  now: number;
}

const events: Record<DeskAction, AuditEvent> = {
  none: 'moderation.no-action',
  'ask-owner': 'moderation.owner-asked',
  'remove-facts': 'moderation.facts-removed',
  limit: 'moderation.listing-limited',
  hold: 'moderation.listing-held',
  remove: 'moderation.listing-removed',
  restore: 'moderation.listing-restored',
  suspend: 'moderation.account-banned',
  restrict: 'moderation.restricted',
  transfer: 'moderation.listing-transferred',
};

/** What a decision does, in the transaction of the caller: its row, its effect, and the mail to the owner. */
export async function applyDecision(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  ruling: NewRuling,
): Promise<{ decision: DecisionTable; mails: MailMessage[] }> {
  const { action, caseOf, now, policy } = ruling;
  const { kind, ownerId } = ruling.subject;
  const isAccount = action === 'suspend' || (action === 'restore' && kind === 'profile');
  // Locked, because a suspension may be taken back at the same moment in another way.
  const owner = isAccount ? await lockAccount(trx, ownerId) : await findAccount(trx, ownerId);
  const subject = isAccount && owner ? subjectOfAccount(owner) : ruling.subject;
  // It has the id and the number of its case, so that a preview knows its links. A question is no such decision: the
  // case goes on.
  const { id, number } =
    caseOf && action !== 'ask-owner' ? caseOf : { id: newId(), number: await freeNumber(trx, now) };
  const before = stateOfSubject(subject);
  const reversed = await reversedDecision(trx, ruling);
  if (reversed?.action === 'restrict') await liftRestrictions(trx, reversed.id);
  if (action === 'restrict') await restrictOwner(trx, ruling, id);
  const after = isAccount
    ? await changeAccount(context, trx, ruling, before === 'open')
    : await changeSubject(context, trx, note, ruling, number);
  const decision = await insertDecision(trx, {
    id,
    number,
    case_id: caseOf?.id ?? null,
    bulk_id: ruling.bulkId ?? null,
    reverses_id: reversed?.id ?? null,
    at: now,
    source: 'staff',
    actor_id: ruling.actorId,
    action,
    policy,
    public_reason: ruling.public_reason,
    owner_reason: ruling.owner_reason,
    subject_kind: subject.kind,
    subject_id: before === 'gone' && kind === 'profile' ? null : subject.id,
    subject_name: subject.name,
    owner_id: ownerId || null,
    state_before: before,
    state_after: after ?? before,
  });
  const event = isAccount && action === 'restore' ? 'moderation.account-unbanned' : events[action];
  await note(event, ownerId || null);
  // A decision that was taken back may have left nothing to restore; the letter about the appeal says the rest.
  const isSilent = ruling.isSilent === true || (action === 'restore' && after === null);
  const appealPath = ownerAppealPath(context.secret, decision.id);
  const mail = owner && !isSilent ? mailAboutDecision(context, ruling, { appealPath, owner }) : null;
  if (mail) await enqueueMail(trx, mail, now);
  return { decision, mails: mail ? [mail] : [] };
}

async function reversedDecision(trx: WriteDb, { action, reverses, subject: { app, id, kind } }: NewRuling) {
  if (reverses || action !== 'restore') return reverses;
  if (kind === 'profile') return await findStandingDecision(trx, id, 'suspend');
  return app?.state_decision == null ? undefined : await findDecision(trx, 'number', app.state_decision);
}

/**
 * Suspends a locked account, or opens it again, with its listings.
 * @returns its state; null where it has not changed
 */
async function changeAccount(
  { reindex }: Context,
  trx: WriteDb,
  { action, now, public_reason: reason, reverses, subject: { ownerId } }: NewRuling,
  wasOpen: boolean,
): Promise<SubjectState | null> {
  // An appeal may succeed after the account was opened otherwise, or suspended by another decision.
  if (reverses && (wasOpen || (await isSuspendedByOther(trx, reverses)))) return null;
  const isDone =
    action === 'suspend'
      ? await banAccount(trx, ownerId, reason, now)
      : await unbanAccount(trx, ownerId, now);
  if (!isDone) throw new AppError(409, 'The account has this state already. Look at it again.');
  noteProfile(ownerId);
  // Answers with the parts of its listings, in every state, are kept under the keys of those.
  const rows = await trx.selectFrom('apps').select('id').where('owner_id', '=', ownerId).execute();
  const ids = rows.map(({ id }) => id);
  if (action === 'suspend' && ids.length > 0) await noteLeftLists(trx, now);
  await reindex(trx, ids);
  noteChanged(...ids.map(dataKey.app));
  return action === 'suspend' ? 'suspended' : 'open';
}

/** @returns the state of the listing; null where it has not changed */
async function changeSubject(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  ruling: NewRuling,
  number: string,
): Promise<string | null> {
  const { action, now, reverses, subject } = ruling;
  const { app, ownerId } = subject;
  const undone = action === 'restore' ? reverses : undefined;
  if (app && action === 'transfer') return await transferListing(context, trx, note, ruling, app);
  if (app && undone?.action === 'transfer') return await giveBack(context, trx, note, ruling, app, undone);
  const to = stateOfAction[action];
  if (to !== undefined && app && !(undone && isStateOfOther(app, undone)))
    return await changeState(context, trx, ruling, { app, number, to });
  if (action !== 'remove-facts') return null;
  await removeFacts(trx, subject, ruling.facts, now);
  if (app) await settleListing(context, trx, app);
  else noteProfile(ownerId);
  return null;
}

async function changeState(
  context: Context,
  trx: WriteDb,
  { now, policy, public_reason: reason }: NewRuling,
  { app, number, to }: { app: AppTable; number: string; to: ListingState },
): Promise<ListingState> {
  // A listing whose name was released cannot come back while another one has the name.
  if (!(await canHaveName(trx, app)))
    throw new AppError(
      409,
      'Another listing has taken its name since it was released. Rename or remove that one first.',
    );
  const row = await changeListingState(trx, { id: app.id, to, policy, reason, decision: number, now });
  if (!row) throw new AppError(409, `The listing ${app.name} has another state meanwhile. Look at it again.`);
  // So that the imitated company or person can use the name (docs/decisions/019-rules.md).
  if (to === 'removed' && policy === 'impersonation') await freeName(trx, row.id);
  await settleListing(context, trx, row);
  return row.state;
}

/** As `isStateOfOther`, for a suspended account. */
export async function isSuspendedByOther(trx: WriteDb, { action, id, owner_id }: DecisionTable) {
  const standing = await findStandingDecision(trx, owner_id ?? '', 'suspend');
  return action !== 'none' && standing !== undefined && standing.id !== id;
}

/** Whether the state of the listing is not from this decision, so that taking the decision back keeps the state. */
const isStateOfOther = (app: AppTable, { action, number }: DecisionTable): boolean =>
  isOwnerState(app.state) || (action !== 'none' && app.state_decision !== number);

async function restrictOwner(
  trx: WriteDb,
  { now, owner_reason: reason, restriction, subject }: NewRuling,
  decision_id: string,
): Promise<void> {
  if (!restriction)
    throw fieldError('restriction', 'Choose what the account may not do, and for how many days.');
  const more = { reason, until: now + restriction.days * dayMs, created_at: now, decision_id };
  await restrictAccount(trx, subject.ownerId, restriction.actions, more);
}

/** A listing has to have a description. */
const removedDescription = 'The description was removed.';

const ofApps = {
  description: { description: removedDescription },
  long_description: { long_description: '' },
  website: { website: '', ...noBadge },
  playstore_link: { playstore_link: '', ...noBadge },
  appstore_link: { appstore_link: '' },
  external_link: { external_link: '' },
  licence: { licence: '', licence_number: '', licence_holder: '', cac_number: '' },
  logo: { logo_id: null },
} as const;

const ofUsers = {
  about: { about: '' },
  portrait: { picture_id: null },
  social_links: { social_links: '{}' },
} as const;

const factsOf: Record<Subject['kind'], readonly RemovableFact[]> = {
  app: Object.keys(ofApps) as (keyof typeof ofApps)[],
  release: ['description'],
  screenshot: ['screenshot'],
  profile: Object.keys(ofUsers) as (keyof typeof ofUsers)[],
};

/** Empties the named facts of a subject; `description` of a release is its text. @throws AppError 400 */
async function removeFacts(
  trx: WriteDb,
  { id, kind }: Pick<Subject, 'id' | 'kind'>,
  facts: readonly RemovableFact[],
  now: number,
): Promise<void> {
  if (facts.length === 0 || facts.some((fact) => !factsOf[kind].includes(fact)))
    throw fieldError('facts', `Choose what to remove: ${factsOf[kind].join(', ')}.`);
  const columnsOf: Partial<Record<RemovableFact, object>> = kind === 'app' ? ofApps : ofUsers;
  const columns = Object.assign({ updated_at: now }, ...facts.map((fact) => columnsOf[fact] ?? {})) as object;
  if (kind === 'app') await changeApp(trx, id, columns);
  if (kind === 'profile') await changeUser(trx, id, columns);
  if (kind === 'screenshot') await removeScreenshot(trx, id);
  if (kind === 'release') await changeVersion(trx, id, { latest_feature: '', updated_at: now });
}

const closed = 'The account that would get the listing is closed or suspended.';

/** @returns the state of the listing */
async function transferListing(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { caseOf, claimant, now }: NewRuling,
  app: AppTable,
): Promise<string> {
  if (!claimant) throw fieldError('claimant', 'Choose who gets the listing.');
  if (!(await findClaims(trx, app)).some(({ user_id }) => user_id === claimant))
    throw fieldError('claimant', 'This account has no proof for the listing any more. Look at it again.');
  const owner = await lockAccount(trx, claimant);
  if (!owner || owner.banned_at !== null) throw new AppError(409, closed);
  if (!(await hasRoom(trx, owner)))
    throw new AppError(
      409,
      'The account that would get the listing has as many apps as it may. Raise its limit first.',
    );
  // Staff have looked at it, and its case is closed: a held listing must not stay held without one.
  if (app.state === 'held') await changeListingState(trx, { id: app.id, to: 'public', now });
  await note('moderation.listing-received', claimant);
  return await giveTo(context, trx, app, claimant, now, caseOf?.id);
}

/** @param reverses the transfer @throws AppError 409 where the account is gone, or the owner has changed since */
async function giveBack(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { caseOf, now }: NewRuling,
  app: AppTable,
  { id, owner_id: ownerId }: DecisionTable,
): Promise<string> {
  const standing = await findStandingDecision(trx, app.id, 'transfer');
  if (ownerId === null || standing?.id !== id)
    throw new AppError(409, 'The listing has got another owner meanwhile. Look at it again.');
  // A deleted account cannot have one.
  if (!(await lockAccount(trx, ownerId))) throw new AppError(409, closed);
  await note('moderation.transfer-reversed', ownerId);
  return await giveTo(context, trx, app, ownerId, now, caseOf?.id);
}

/**
 * Gives a listing to an account, with the other open cases about it and its parts, without appeals, which belong to who
 * appeals. What waits for an answer goes back to staff: they asked somebody else.
 * @param decidedId the case that is being decided, which stays with who had the listing
 */
async function giveTo(
  context: Context,
  trx: WriteDb,
  app: AppTable,
  ownerId: string,
  now: number,
  decidedId = '',
): Promise<string> {
  const given = await changeOwner(trx, app.id, ownerId);
  await badgeOfOwner(trx, given);
  noteListing(app);
  await settleListing(context, trx, given);
  const cases = trx
    .selectFrom('cases')
    .select(['id', 'reason', 'state'])
    .where('state', 'in', ['open', 'waiting'])
    .where('kind', '!=', 'appeal')
    .where('app_id', '=', app.id)
    .where('id', '!=', decidedId);
  const text = 'The listing has another owner now.';
  for (const row of await cases.orderBy('id').forUpdate().execute()) {
    await changeCase(trx, row.id, { owner_id: ownerId });
    if (row.state === 'waiting') await returnToStaff(trx, row, { text, now });
    else await insertCaseEvent(trx, { case_id: row.id, at: now, event: 'noted', text });
  }
  return given.state;
}

export async function decideCase(context: Context, staff: Staff, number: string, form: DecideForm) {
  return await context.audit.write(staff.client, async (trx, note) => {
    const { decision } = await decideIn(context, trx, note, staff, number, form);
    const [shaped] = await describeDecisions(trx, { id: decision.id });
    if (!shaped) throw new Error('A decision has no shape.');
    return shaped;
  });
}

export const noNote: NoteEvent = () => Promise.resolve();

/** What a decision would do, found by taking it and rolling back, so that the mail is exactly the one to be sent. */
export async function previewDecision(context: Context, staff: Staff, number: string, form: DecideForm) {
  return await dryRun(context.db, async (trx) => {
    const { decision, mails, subject } = await decideIn(context, trx, noNote, staff, number, form);
    const { state_after, state_before } = decision;
    const gives_strike = strikeActions.includes(form.action);
    const isLeaving = gives_strike && subject.app?.state === 'public';
    // The listings that a suspension has taken out of the lists.
    const listed = trx.selectFrom('apps').select('id').where('state', '=', 'public');
    const listings =
      form.action === 'suspend'
        ? await countRows(trx, listed.where('owner_id', '=', subject.ownerId))
        : Number(isLeaving);
    return { mails, state_before, state_after, gives_strike, listings };
  });
}

async function decideIn(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  staff: Staff,
  number: string,
  form: DecideForm,
): Promise<{ decision: DecisionTable; mails: MailMessage[]; subject: Subject }> {
  const { clock } = context;
  const { userId: actorId } = staff;
  const row = await requireCase(trx, number, form.version);
  const isQuestion = form.action === 'ask-owner';
  await requireMayWork(trx, row, staff);
  const event = isQuestion ? 'asked-owner' : 'decided';
  requireState(row, event);
  const now = clock();
  if (row.app_id !== null) await lockListing(trx, row.app_id);
  const { subject_kind: kind, subject_id: id, subject_name: name } = row;
  const gone: Subject = { kind, id, app: null, user: null, ownerId: '', name };
  const subject = (await findSubject(trx, row)) ?? gone;
  const claims = kind === 'app' && subject.app ? await findClaims(trx, subject.app) : [];
  const owner = await findAccount(trx, subject.ownerId);
  const isOfStaff = owner !== undefined && owner.role !== 'member';
  if (isOfStaff && staff.role !== 'admin' && (form.action === 'suspend' || form.action === 'restrict'))
    throw new AppError(403, `Only an admin may ${form.action} a member of staff.`);
  const allowed = allowedActions(row, subject, owner, claims.length > 0);
  if (!allowed.includes(form.action)) {
    if (subject === gone)
      throw new AppError(409, 'What this case is about was deleted meanwhile. Close it with no action.');
    throw fieldError('action', `In this state you may choose: ${allowed.join(', ')}.`);
  }
  const appealed =
    row.decision_id !== null && form.action === 'restore'
      ? await findDecision(trx, 'id', row.decision_id)
      : undefined;
  const ruling = { ...form, actorId, caseOf: row, reverses: appealed, now, subject };
  const ruled = await applyDecision(context, trx, note, ruling);
  if (isQuestion) {
    const waits_until = now + caseLimits.ownerDays.asked * dayMs;
    await changeCase(trx, row.id, { state: 'waiting', assigned_to: actorId, waits_until });
    const asked = { case_id: row.id, at: now, event, actor_id: actorId, text: form.owner_reason } as const;
    await insertCaseEvent(trx, asked);
    return { ...ruled, subject };
  }
  await closeCase(context, trx, row, ruled.decision);
  const about = { app: subject.app, claimant: form.claimant };
  const mails = await tellClaimants(context, trx, claims, ruled.decision, about);
  return { ...ruled, mails: [...ruled.mails, ...mails], subject };
}
