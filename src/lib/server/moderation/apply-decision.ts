// What a decision does, in the transaction of the caller: its row, its effect, and the mail to the owner.
import { isOwnerState, type ListingState } from '../../shared/schemas/apps.ts';
import {
  type CaseKind,
  type DeskAction,
  deskActions,
  type SubjectKind,
  type DecideForm,
  type DecisionSource,
  type RemovableFact,
} from '../../shared/schemas/cases.ts';
import { dayMs } from '../../shared/text/days.ts';
import {
  banAccount,
  changeUser,
  findAccount,
  lockAccount,
  lockOpenOwner,
  unbanAccount,
} from '../accounts/users.ts';
import {
  changeApp,
  changeListingState,
  changeOwner,
  isTransitionAllowed,
  noBadge,
  settleListings,
} from '../apps/states.ts';
import { changeVersion } from '../apps/releases.ts';
import { hasRoom } from '../apps/owned-apps.ts';
import { releaseNames } from '../apps/names.ts';
import { removeScreenshot } from '../apps/screenshots.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { type Engine, readingIn, type WriteDb } from '../platform/db/database.ts';
import type { AppTable, DecisionTable, UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import type { NoteEvent } from '../platform/security/audit.ts';
import { badgeOfOwner, findClaims } from '../proofs/store-proof.ts';
import { liftRestrictions, restrictAccount } from '../rules/index.ts';
import { changeCase, insertCaseEvent, returnToStaff } from './cases.ts';
import { mailAboutDecision, type ToldDecision } from './decision-mails.ts';
import { findDecisionByNumber, findStandingDecisions, freeNumber, insertDecision } from './decisions.ts';
import { ownerAppealPath } from './links.ts';
import { noteListing, noteProfile, stateOfSubject, type Subject, type SubjectState } from './subjects.ts';

/** The state that an action of staff brings a listing into. */
export const stateOfAction: Partial<Record<DeskAction, ListingState>> = {
  limit: 'limited',
  hold: 'held',
  remove: 'removed',
  restore: 'public',
};

const decidedStates: readonly string[] = ['held', 'limited', 'removed'];

interface Deciding {
  kind: SubjectKind;
  state: SubjectState;
  caseKind: CaseKind;
  /** False for a suspended account, which cannot be suspended again. */
  isOwnerOpen: boolean;
  /** Whether somebody else has proved to control what the listing links to. */
  isClaimed: boolean;
}

/**
 * A held listing must not stay held without a case, so `none` does not close the case of a hold. An appeal is decided
 * by `none`, which upholds the decision, by `restore`, also where only a strike is taken back, or by an action for
 * which a reporter has appealed.
 */
export function allowedActions({ kind, state, caseKind, isClaimed, isOwnerOpen }: Deciding): DeskAction[] {
  if (state === 'gone') return ['none'];
  const isAppeal = caseKind === 'appeal';
  const isDecided = state === 'suspended' || (kind !== 'profile' && decidedStates.includes(state));
  const isWaitingHold = caseKind === 'hold' && state === 'held';
  return deskActions.filter((action) => {
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

export interface NewRuling extends ToldDecision {
  publicReason: string;
  /** With `restrict`: what the owner may not do, and for how long. */
  restriction?: DecideForm['restriction'];
  /** With `transfer`: the account that gets the listing. */
  claimant?: string | undefined;
  by: { source: DecisionSource; actorId: string | null };
  bulkId: string | null;
  /** Whether another mail tells the owner. */
  isSilent?: boolean;
  now: number;
}

export interface Ruling {
  decision: DecisionTable;
  mails: MailMessage[];
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

const isAboutAccount = ({ action, subject }: NewRuling): boolean =>
  action === 'suspend' || (action === 'restore' && subject.kind === 'profile');

/** @throws AppError 409 where the subject has another state meanwhile, 400 for facts that it does not have */
export async function applyDecision(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  ruling: NewRuling,
): Promise<Ruling> {
  const { action, now, subject } = ruling;
  const isAccount = isAboutAccount(ruling);
  // Locked, because a suspension may be taken back at the same moment in another way.
  const owner = isAccount
    ? await lockAccount(trx, context.db.engine, subject.ownerId)
    : await findAccount(trx, subject.ownerId);
  // It has the id and the number of its case, so that a preview knows its links. A question is no such decision: the
  // case goes on.
  const { id, number } =
    ruling.caseOf && action !== 'ask-owner'
      ? ruling.caseOf
      : { id: newId(), number: await freeNumber(trx, now) };
  const before = isAccount ? accountState(owner) : stateOfSubject(subject);
  const reversed = await reversedDecision(trx, ruling);
  if (action === 'restore' && reversed?.action === 'restrict')
    await liftRestrictions(trx, { accountId: subject.ownerId, madeAt: reversed.at });
  const after = isAccount
    ? await changeAccount(context, trx, ruling, before === 'open')
    : await changeSubject(context, trx, note, { ruling, number });
  const decision = await insertDecision(trx, {
    id,
    number,
    case_id: ruling.caseOf?.id ?? null,
    bulk_id: ruling.bulkId,
    reverses_id: reversed?.id ?? null,
    at: now,
    source: ruling.by.source,
    actor_id: ruling.by.actorId,
    action,
    policy: ruling.policy,
    public_reason: ruling.publicReason,
    owner_reason: ruling.ownerReason,
    subject_kind: isAccount ? 'profile' : subject.kind,
    subject_id: isAccount ? subject.ownerId : subject.id,
    subject_name: isAccount ? '' : subject.name,
    owner_id: subject.ownerId,
    state_before: before,
    state_after: after ?? before,
  });
  const event = isAccount && action === 'restore' ? 'moderation.account-unbanned' : events[action];
  await note(event, subject.ownerId);
  // A decision that was taken back may have left nothing to restore; the letter about the appeal says the rest.
  const isSilent = ruling.isSilent === true || (action === 'restore' && after === null);
  const appealPath = ownerAppealPath(context.secret, decision.id);
  const mail = owner && !isSilent ? mailAboutDecision(context, ruling, { appealPath, owner }) : null;
  if (mail) await enqueueMail(trx, mail, now);
  return { decision, mails: mail ? [mail] : [] };
}

const accountState = (owner: UserTable | undefined): SubjectState =>
  owner?.banned_at == null ? 'open' : 'suspended';

/** The decision that a restoration takes back. */
async function reversedDecision(
  trx: WriteDb,
  { action, reverses, subject: { app, id, kind } }: NewRuling,
): Promise<DecisionTable | undefined> {
  if (reverses || action !== 'restore') return reverses;
  if (kind === 'profile') return (await findStandingDecisions(trx, id, 'suspend'))[0];
  return app?.state_decision == null ? undefined : await findDecisionByNumber(trx, app.state_decision);
}

/**
 * Suspends a locked account, or opens it again, with its listings.
 * @returns its state; null where it has not changed
 * @throws AppError 409 where it has this state already
 */
async function changeAccount(
  { reindex }: Context,
  trx: WriteDb,
  { action, now, publicReason, reverses, subject: { ownerId } }: NewRuling,
  wasOpen: boolean,
): Promise<SubjectState | null> {
  // An appeal may succeed after the account was opened otherwise, or suspended by another decision.
  if (reverses && (wasOpen || (await isSuspendedByOther(trx, reverses)))) return null;
  const isDone =
    action === 'suspend'
      ? await banAccount(trx, { userId: ownerId, reason: publicReason, now })
      : await unbanAccount(trx, ownerId, now);
  if (!isDone) throw new AppError(409, 'The account has this state already. Look at it again.');
  await reindex(trx, await settleListings(trx, ownerId, action !== 'suspend'));
  noteProfile(ownerId);
  // Answers with the parts of its listings, in every state, are kept under the keys of those.
  const apps = await trx.selectFrom('apps').select('id').where('owner_id', '=', ownerId).execute();
  noteChanged(...apps.map(({ id }) => dataKey.app(id)));
  return action === 'suspend' ? 'suspended' : 'open';
}

/** @returns the state of the listing; null where it has not changed */
async function changeSubject(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { ruling, number }: { ruling: NewRuling; number: string },
): Promise<string | null> {
  const { action, caseOf, claimant, facts, now, reverses, subject } = ruling;
  const { app, ownerId } = subject;
  const undone = action === 'restore' ? reverses : undefined;
  if (app && action === 'transfer')
    return await transferListing(context, trx, note, { app, caseOf, claimant, now });
  if (app && undone?.action === 'transfer')
    return await giveBack(context, trx, note, { app, caseOf, now, reverses: undone });
  const to = stateOfAction[action];
  if (to !== undefined && app && !(undone && isStateOfOther(app, undone)))
    return await changeState(context, trx, ruling, { app, number, to });
  if (action === 'restrict') await restrictOwner(trx, ruling);
  if (action !== 'remove-facts') return null;
  await removeFacts(trx, subject, facts, now);
  if (app) {
    await context.reindex(trx, [app.id]);
    noteListing(app);
  } else noteProfile(ownerId);
  return null;
}

async function changeState(
  { db, reindex }: Context,
  trx: WriteDb,
  { now, policy, publicReason: reason, subject }: NewRuling,
  { app, number, to }: { app: AppTable; number: string; to: ListingState },
): Promise<ListingState> {
  // Locked, because a suspension that commits at the same time would not see that the listing is public again.
  const isOwnerOpen = to === 'public' && (await lockOpenOwner(trx, db.engine, subject.ownerId));
  const row = await changeListingState(trx, {
    id: app.id,
    to,
    policy,
    reason,
    decision: number,
    now,
    isOwnerOpen,
  });
  if (!row) throw new AppError(409, `The listing ${app.name} has another state meanwhile. Look at it again.`);
  // So that the imitated company or person can use the name (docs/decisions/019-rules.md).
  if (to === 'removed' && policy === 'impersonation') await releaseNames(trx, row.id, { keepsAddress: true });
  await reindex(trx, [row.id]);
  noteListing(row);
  return row.state;
}

/** As `isStateOfOther`, for a suspended account. */
export async function isSuspendedByOther(
  trx: WriteDb,
  { action, id, owner_id }: DecisionTable,
): Promise<boolean> {
  const [standing] = await findStandingDecisions(trx, owner_id ?? '', 'suspend');
  return action !== 'none' && standing !== undefined && standing.id !== id;
}

/** Whether the state of the listing is not from this decision, so that taking the decision back keeps the state. */
const isStateOfOther = (app: AppTable, { action, number }: DecisionTable): boolean =>
  isOwnerState(app.state) || (action !== 'none' && app.state_decision !== number);

/** @throws AppError 400 without a restriction */
async function restrictOwner(
  trx: WriteDb,
  { now, ownerReason: reason, restriction, subject: { ownerId } }: NewRuling,
): Promise<void> {
  const sentence = 'Choose what the account may not do, and for how many days.';
  if (!restriction) throw new AppError(400, sentence, { restriction: sentence });
  const until = now + restriction.days * dayMs;
  await restrictAccount(trx, { accountId: ownerId, actions: restriction.actions, reason, until, now });
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

/** What can be removed from a subject of this kind. */
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
  if (facts.length === 0 || facts.some((fact) => !factsOf[kind].includes(fact))) {
    const sentence = `Choose what to remove: ${factsOf[kind].join(', ')}.`;
    throw new AppError(400, sentence, { facts: sentence });
  }
  if (kind === 'screenshot') {
    await removeScreenshot(trx, id);
    return;
  }
  if (kind === 'release') {
    await changeVersion(trx, id, { latest_feature: '', updated_at: now });
    return;
  }
  const columnsOf: Partial<Record<RemovableFact, object>> = kind === 'app' ? ofApps : ofUsers;
  const columns = Object.assign({ updated_at: now }, ...facts.map((fact) => columnsOf[fact] ?? {})) as object;
  await (kind === 'app' ? changeApp(trx, id, columns) : changeUser(trx, id, columns));
}

/** The part of a decision that changes the owner of a listing. */
interface OwnershipRuling {
  app: AppTable;
  /** The case that is being decided, which stays with who had the listing. */
  caseOf: { id: string } | null;
  now: number;
}

const transferSentences = {
  noClaimant: 'Choose who gets the listing.',
  noClaim: 'This account has no proof for the listing any more. Look at it again.',
  closed: 'The account that would get the listing is closed or suspended.',
  full: 'The account that would get the listing has as many apps as it may. Raise its limit first.',
  elsewhere: 'The listing has got another owner meanwhile. Look at it again.',
} as const;

/**
 * @param claimant the account that gets the listing
 * @returns the state of the listing
 * @throws AppError 400 for an account without a proof, 409 where one of the accounts has changed
 */
async function transferListing(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { claimant, ...ruling }: OwnershipRuling & { claimant: string | undefined },
): Promise<string> {
  const { app, now } = ruling;
  if (!claimant)
    throw new AppError(400, transferSentences.noClaimant, { claimant: transferSentences.noClaimant });
  const claims = await findClaims(trx, app);
  if (!claims.some(({ user_id }) => user_id === claimant))
    throw new AppError(400, transferSentences.noClaim, { claimant: transferSentences.noClaim });
  const owner = await lockAccount(trx, context.db.engine, claimant);
  if (!owner || owner.banned_at !== null) throw new AppError(409, transferSentences.closed);
  if (!(await hasRoom(trx, owner))) throw new AppError(409, transferSentences.full);
  // Staff have looked at it, and its case is closed: a held listing must not stay held without one.
  if (app.state === 'held')
    await changeListingState(trx, { id: app.id, to: 'public', now, isOwnerOpen: true });
  await note('moderation.listing-received', claimant);
  return await giveTo(context, trx, ruling, { ownerId: claimant, isOpen: true });
}

/** @param reverses the transfer @throws AppError 409 where the account is gone, or the owner has changed since */
async function giveBack(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { reverses, ...ruling }: OwnershipRuling & { reverses: DecisionTable },
): Promise<string> {
  const { owner_id: ownerId } = reverses;
  const [standing] = await findStandingDecisions(trx, ruling.app.id, 'transfer');
  if (ownerId === null || standing?.id !== reverses.id) throw new AppError(409, transferSentences.elsewhere);
  const isOpen = await lockOpenOwner(trx, context.db.engine, ownerId);
  // The listing of a suspended account stays out of the lists; a deleted account cannot have one.
  if (!(await findAccount(readingIn(trx), ownerId))) throw new AppError(409, transferSentences.closed);
  await note('moderation.transfer-reversed', ownerId);
  return await giveTo(context, trx, ruling, { ownerId, isOpen });
}

async function giveTo(
  { db, reindex }: Context,
  trx: WriteDb,
  { app, caseOf, now }: OwnershipRuling,
  to: { ownerId: string; isOpen: boolean },
): Promise<string> {
  const row = await changeOwner(trx, app.id, to);
  await moveCases(trx, db.engine, { appId: app.id, ownerId: to.ownerId, decidedId: caseOf?.id ?? null, now });
  await badgeOfOwner(trx, row);
  await reindex(trx, [row.id]);
  noteListing(app);
  noteListing(row);
  return row.state;
}

/**
 * Gives the other open cases about a listing and its parts to its new owner, without appeals, which belong to who
 * appeals. What waits for an answer goes back to staff: they asked somebody else.
 */
async function moveCases(
  trx: WriteDb,
  engine: Engine,
  {
    appId,
    decidedId,
    now,
    ownerId,
  }: { appId: string; ownerId: string; decidedId: string | null; now: number },
): Promise<void> {
  const cases = await trx
    .selectFrom('cases')
    .select(['id', 'reason', 'state'])
    .where('state', 'in', ['open', 'waiting'])
    .where('kind', '!=', 'appeal')
    .where('app_id', '=', appId)
    .orderBy('id')
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .execute();
  const text = 'The listing has another owner now.';
  for (const row of cases) {
    if (row.id === decidedId) continue;
    await changeCase(trx, row.id, { owner_id: ownerId });
    if (row.state === 'waiting') await returnToStaff(trx, row, { text, now });
    else await insertCaseEvent(trx, { caseId: row.id, at: now, event: 'noted', text });
  }
}
