// What a decision does, in the transaction of the caller: its row, its effect, the strike, and the mail to the owner.
import type { DeskAction } from '../../../shared/schemas/moderation/cases.ts';
import type {
  DecideForm,
  DecisionSource,
  RemovableFact,
} from '../../../shared/schemas/moderation/decisions.ts';
import { isOwnerState } from '../../../shared/schemas/listing-states.ts';
import type { PolicyId } from '../../../shared/schemas/moderation/policies.ts';
import { composeMail, findAnyUser, lockAccount, lockOpenOwner } from '../../accounts/index.ts';
import { changeListingState } from '../../apps/states.ts';
import { releaseNames } from '../../apps/names.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { AppTable, DecisionTable, UserTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { MailMessage } from '../../platform/mail/message.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { AuditEvent } from '../../platform/security/audit-events.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import { liftRestrictions } from '../../rules/index.ts';
import { stateOfSubject } from '../cases/describe-subject.ts';
import type { Subject } from '../cases/find-subject.ts';
import type { ModerationContext } from '../context.ts';
import { canBeMailed } from '../mails.ts';
import { noteListing, noteProfile } from '../subjects.ts';
import { changeAccount, type Effect } from './change-account.ts';
import { stateOfAction, strikeActions, type SubjectState } from './allowed-actions.ts';
import { findDecisionByNumber, findStandingDecisions } from './decision-queries.ts';
import {
  freeNumber,
  insertDecision,
  insertStrike,
  reinstateStrikes,
  revokeStrikes,
} from './decision-writes.ts';
import { letterAbout } from './letters.ts';
import { removeFacts } from './remove-facts.ts';
import { restrictOwner } from './restrict-owner.ts';
import { changeOwnership } from './transfer-listing.ts';

type RulingContext = Pick<
  ModerationContext,
  'appealPath' | 'contactEmail' | 'db' | 'questionPath' | 'reindex' | 'siteUrl'
>;

export interface NewRuling {
  subject: Subject;
  action: DeskAction;
  policy: PolicyId;
  publicReason: string;
  ownerReason: string;
  message: string;
  facts: readonly RemovableFact[];
  /** With `restrict`: what the owner may not do, and for how long. */
  restriction?: DecideForm['restriction'];
  /** With `transfer`: the account that gets the listing. */
  claimant?: string | undefined;
  by: { source: DecisionSource; actorId: string | null };
  /** The id and number that the decision gets, where the case gives them. */
  as?: { id: string; number: string };
  caseOf: { id: string; number: string } | null;
  bulkId: string | null;
  /** A decision that this one takes back: it gives no strike. */
  reverses?: DecisionTable | undefined;
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

/** @throws AppError 409 where the subject has another state meanwhile, 400 for facts that it does not have */
export async function applyDecision(
  context: RulingContext,
  trx: WriteDb,
  note: NoteEvent,
  ruling: NewRuling,
): Promise<Ruling> {
  const { action, now, policy, subject } = ruling;
  const isAboutAccount = action === 'suspend' || (action === 'restore' && subject.kind === 'profile');
  // Locked, because a suspension may be taken back at the same moment in another way.
  const owner = isAboutAccount
    ? await lockAccount(trx, context.db.engine, subject.ownerId)
    : await findAnyUser(trx, subject.ownerId);
  const number = ruling.as?.number ?? (await freeNumber(trx, now));
  const before = isAboutAccount ? accountState(owner) : stateOfSubject(subject);
  const reversed = await reversedDecisions(trx, ruling);
  const effect = isAboutAccount
    ? await changeAccount(context, trx, ruling, before === 'open')
    : ((await changeOwnership(context, trx, note, ruling)) ??
      (await changeSubject(context, trx, { ruling, number })));
  const decision = await insertDecision(trx, {
    id: ruling.as?.id ?? newId(),
    number,
    case_id: ruling.caseOf?.id ?? null,
    bulk_id: ruling.bulkId,
    reverses_id: reversed[0]?.id ?? null,
    at: now,
    source: ruling.by.source,
    actor_id: ruling.by.actorId,
    action,
    policy,
    public_reason: ruling.publicReason,
    owner_reason: ruling.ownerReason,
    subject_kind: isAboutAccount ? 'profile' : subject.kind,
    subject_id: isAboutAccount ? subject.ownerId : subject.id,
    subject_name: isAboutAccount ? '' : subject.name,
    owner_id: subject.ownerId,
    state_before: before,
    state_after: effect.after ?? before,
  });
  if (strikeActions.includes(action) && !ruling.reverses)
    await insertStrike(trx, { userId: subject.ownerId, decisionId: decision.id, policy, now });
  const reversedIds = reversed.map(({ id }) => id);
  await revokeStrikes(trx, reversedIds, now);
  if (action !== 'restore' && ruling.reverses?.action === 'restore')
    await reinstateStrikes(trx, ruling.reverses);
  await note(
    isAboutAccount && action === 'restore' ? 'moderation.account-unbanned' : events[action],
    subject.ownerId,
  );
  // A decision that was taken back may have left nothing to restore; the letter about the appeal says the rest.
  const isSilent = ruling.isSilent === true || (action === 'restore' && effect.after === undefined);
  const mails = owner && !isSilent ? mailsAbout(context, ruling, { decision, owner }) : [];
  for (const mail of mails) await enqueueMail(trx, mail, now);
  return { decision, mails };
}

const accountState = (owner: UserTable | undefined): SubjectState =>
  owner?.banned_at == null ? 'open' : 'suspended';

/** The decisions that a restoration takes back. */
async function reversedDecisions(
  trx: WriteDb,
  { action, reverses, subject: { app, id, kind } }: NewRuling,
): Promise<DecisionTable[]> {
  if (reverses) return [reverses];
  if (action !== 'restore') return [];
  if (kind === 'profile') return await findStandingDecisions(trx, id, 'suspend');
  const number = app?.state_decision ?? null;
  const found = number === null ? undefined : await findDecisionByNumber(trx, number);
  return found ? [found] : [];
}

async function changeSubject(
  { db, reindex }: RulingContext,
  trx: WriteDb,
  { ruling, number }: { ruling: NewRuling; number: string },
): Promise<Effect> {
  const { action, facts, now, policy, publicReason, reverses, subject } = ruling;
  const { app } = subject;
  const to = stateOfAction[action];
  const isRestoration = action === 'restore';
  if (isRestoration && reverses?.action === 'restrict')
    await liftRestrictions(trx, { accountId: subject.ownerId, madeAt: reverses.at });
  if (to !== undefined && app && !(isRestoration && reverses && isStateOfOther(app, reverses))) {
    // Locked, because a suspension that commits at the same time would not see that the listing is public again.
    const isOwnerOpen = to === 'public' && (await lockOpenOwner(trx, db.engine, subject.ownerId));
    const change = { id: app.id, to, policy, reason: publicReason, decision: number, now, isOwnerOpen };
    const row = await changeListingState(trx, change);
    if (!row)
      throw new AppError(409, `The listing ${app.name} has another state meanwhile. Look at it again.`);
    // So that the imitated company or person can use the name (docs/decisions/019-rules.md).
    if (to === 'removed' && policy === 'impersonation')
      await releaseNames(trx, row.id, { keepsAddress: true });
    await reindex(trx, [row.id]);
    noteListing(row);
    return { after: row.state };
  }
  if (action === 'restrict') await restrictOwner(trx, ruling);
  if (action !== 'remove-facts') return {};
  await removeFacts(trx, subject, facts, now);
  if (app) await reindex(trx, [app.id]);
  if (app) noteListing(app);
  else noteProfile(subject.ownerId);
  return {};
}

/** Whether the state of the listing is not from this decision, so that taking the decision back keeps the state. */
const isStateOfOther = (app: AppTable, { action, number }: DecisionTable): boolean =>
  isOwnerState(app.state) || (action !== 'none' && app.state_decision !== number);

function mailsAbout(
  { appealPath, contactEmail, questionPath, siteUrl }: RulingContext,
  { action, caseOf, facts, message, ownerReason, policy, reverses, subject }: NewRuling,
  { decision, owner }: { decision: DecisionTable; owner: UserTable },
): MailMessage[] {
  const linkTo = (path: string | null): string | null => (path === null ? null : siteUrl + path);
  const letter = letterAbout({
    kind: subject.kind,
    name: subject.name,
    action,
    reversed: reverses?.action ?? null,
    policy,
    ownerReason,
    message,
    facts,
    caseNumber: caseOf?.number ?? null,
    appealLink: linkTo(appealPath(decision.id)),
    questionLink: linkTo(caseOf && questionPath(caseOf.id, owner.id)),
    contactEmail,
  });
  return letter && canBeMailed(owner) ? [composeMail(owner, letter)] : [];
}

/** Reads a listing as a subject. */
export const subjectOfListing = (app: AppTable): Subject => ({
  kind: 'app',
  id: app.id,
  app,
  user: null,
  ownerId: app.owner_id,
  name: app.name,
});
