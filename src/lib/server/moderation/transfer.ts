// Gives a listing to an account that has proved to control what it links to, and back when that was wrong.
import { findAccount, lockAccount, lockOpenOwner } from '../accounts/index.ts';
import { changeListingState, changeOwner, hasRoom } from '../apps/index.ts';
import type { Context } from '../context.ts';
import { type Engine, readingIn, type WriteDb } from '../platform/db/database.ts';
import type { AppTable, DecisionTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { NoteEvent } from '../platform/security/audit.ts';
import { badgeOfOwner, findClaims } from '../proofs/index.ts';
import { changeCase, insertCaseEvent, returnToStaff } from './cases.ts';
import { findStandingDecisions } from './decisions.ts';
import { noteListing } from './subjects.ts';

/** The part of a decision that changes the owner of a listing. */
interface OwnershipRuling {
  app: AppTable;
  /** The case that is being decided, which stays with who had the listing. */
  caseOf: { id: string } | null;
  now: number;
}

const sentences = {
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
export async function transferListing(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { claimant, ...ruling }: OwnershipRuling & { claimant: string | undefined },
): Promise<string> {
  const { app, now } = ruling;
  if (!claimant) throw new AppError(400, sentences.noClaimant, { claimant: sentences.noClaimant });
  const claims = await findClaims(trx, app);
  if (!claims.some(({ user_id }) => user_id === claimant))
    throw new AppError(400, sentences.noClaim, { claimant: sentences.noClaim });
  const owner = await lockAccount(trx, context.db.engine, claimant);
  if (!owner || owner.banned_at !== null) throw new AppError(409, sentences.closed);
  if (!(await hasRoom(trx, owner))) throw new AppError(409, sentences.full);
  // Staff have looked at it, and its case is closed: a held listing must not stay held without one.
  if (app.state === 'held')
    await changeListingState(trx, { id: app.id, to: 'public', now, isOwnerOpen: true });
  await note('moderation.listing-received', claimant);
  return await giveTo(context, trx, ruling, { ownerId: claimant, isOpen: true });
}

/** @param reverses the transfer @throws AppError 409 where the account is gone, or the owner has changed since */
export async function giveBack(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { reverses, ...ruling }: OwnershipRuling & { reverses: DecisionTable },
): Promise<string> {
  const { owner_id: ownerId } = reverses;
  const [standing] = await findStandingDecisions(trx, ruling.app.id, 'transfer');
  if (ownerId === null || standing?.id !== reverses.id) throw new AppError(409, sentences.elsewhere);
  const isOpen = await lockOpenOwner(trx, context.db.engine, ownerId);
  // The listing of a suspended account stays out of the lists; a deleted account cannot have one.
  if (!(await findAccount(readingIn(trx), ownerId))) throw new AppError(409, sentences.closed);
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
