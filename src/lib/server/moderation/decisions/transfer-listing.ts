// Gives a listing to an account that has proved to control what it links to, and back when that was wrong.
import type { DeskAction } from '../../../shared/schemas/moderation/cases.ts';
import { findAccount, lockAccount, lockOpenOwner } from '../../accounts/index.ts';
import { hasRoom } from '../../apps/owned-apps.ts';
import { changeListingState, changeOwner } from '../../apps/states.ts';
import { badgeOfOwner, findClaims } from '../../proofs/index.ts';
import { readingIn, type WriteDb } from '../../platform/db/database.ts';
import type { AppTable, DecisionTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import type { Subject } from '../cases/find-subject.ts';
import type { ModerationContext } from '../context.ts';
import { noteListing } from '../subjects.ts';
import { findStandingDecisions } from './decision-queries.ts';
import { moveCases } from './move-cases.ts';

type TransferContext = Pick<ModerationContext, 'db' | 'reindex'>;

/** The part of a decision that changes the owner of a listing. */
interface OwnershipRuling {
  action: DeskAction;
  caseOf: { id: string } | null;
  /** With `transfer`: the account that gets the listing. */
  claimant?: string | undefined;
  now: number;
  reverses?: DecisionTable | undefined;
  subject: Subject;
}

interface Effect {
  after: string;
}

const sentences = {
  noClaimant: 'Choose who gets the listing.',
  noClaim: 'This account has no proof for the listing any more. Look at it again.',
  closed: 'The account that would get the listing is closed or suspended.',
  full: 'The account that would get the listing has as many apps as it may. Raise its limit first.',
  elsewhere: 'The listing has got another owner meanwhile. Look at it again.',
} as const;

/**
 * @returns null for a decision that changes no owner
 * @throws AppError 400 for an account without a proof, 409 where one of the accounts or the owner has changed
 */
export async function changeOwnership(
  context: TransferContext,
  trx: WriteDb,
  note: NoteEvent,
  ruling: OwnershipRuling,
): Promise<Effect | null> {
  const { app } = ruling.subject;
  if (!app) return null;
  if (ruling.action === 'transfer') return await transfer(context, trx, note, { app, ruling });
  if (ruling.action === 'restore' && ruling.reverses?.action === 'transfer')
    return await giveBack(context, trx, note, { app, ruling });
  return null;
}

interface Moving {
  app: AppTable;
  ruling: OwnershipRuling;
}

async function transfer(
  { db, reindex }: TransferContext,
  trx: WriteDb,
  note: NoteEvent,
  { app, ruling: { caseOf, claimant, now } }: Moving,
): Promise<Effect> {
  if (!claimant) throw new AppError(400, sentences.noClaimant, { claimant: sentences.noClaimant });
  const claims = await findClaims(trx, app);
  if (!claims.some(({ user_id }) => user_id === claimant))
    throw new AppError(400, sentences.noClaim, { claimant: sentences.noClaim });
  const owner = await lockAccount(trx, db.engine, claimant);
  if (!owner || owner.banned_at !== null) throw new AppError(409, sentences.closed);
  if (!(await hasRoom(trx, owner))) throw new AppError(409, sentences.full);
  // Staff have looked at it, and its case is closed: a held listing must not stay held without one.
  if (app.state === 'held')
    await changeListingState(trx, { id: app.id, to: 'public', now, isOwnerOpen: true });
  const row = await changeOwner(trx, app.id, { ownerId: claimant, isOpen: true });
  await moveCases(trx, db.engine, { appId: app.id, ownerId: claimant, decidedId: caseOf?.id ?? null, now });
  await badgeOfOwner(trx, row);
  await reindex(trx, [row.id]);
  await note('moderation.listing-received', claimant);
  noteListing(app);
  noteListing(row);
  return { after: row.state };
}

async function giveBack(
  { db, reindex }: TransferContext,
  trx: WriteDb,
  note: NoteEvent,
  { app, ruling: { caseOf, now, reverses } }: Moving,
): Promise<Effect> {
  const ownerId = reverses?.owner_id ?? null;
  const [standing] = await findStandingDecisions(trx, app.id, 'transfer');
  if (ownerId === null || standing?.id !== reverses?.id) throw new AppError(409, sentences.elsewhere);
  const isOpen = await lockOpenOwner(trx, db.engine, ownerId);
  // The listing of a suspended account stays out of the lists; a deleted account cannot have one.
  if (!(await findAccount(readingIn(trx), ownerId))) throw new AppError(409, sentences.closed);
  const row = await changeOwner(trx, app.id, { ownerId, isOpen });
  await moveCases(trx, db.engine, { appId: app.id, ownerId, decidedId: caseOf?.id ?? null, now });
  await badgeOfOwner(trx, row);
  await reindex(trx, [row.id]);
  await note('moderation.transfer-reversed', ownerId);
  noteListing(app);
  noteListing(row);
  return { after: row.state };
}
