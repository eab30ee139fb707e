// The rows of proofs, and what a proof changes: the badge of the listing where its owner has it, else a claim that
// staff look at. Proofs are checked again every 30 days; nodes share that work by claiming rows, as they share the
// outbox.
import { fullName } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/days.ts';
import { composeMail, type Letter } from '../accounts/mails.ts';
import { findAccount } from '../accounts/users.ts';
import { lockListing } from '../apps/find-app.ts';
import { releaseByProof } from '../apps/holds.ts';
import { findListingRowBy } from '../apps/owned-apps.ts';
import { changeApp, noBadge, settleListing } from '../apps/states.ts';
import type { Context } from '../context.ts';
import { type ReadDb, type WriteDb } from '../platform/db/database.ts';
import type { AppTable, ProofTable } from '../platform/db/schema.ts';
import { hasRow, claimDue } from '../platform/db/statements.ts';
import { newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { createWorker, type Worker } from '../platform/worker.ts';
import { proofLetters, proofPage } from './mails.ts';
import {
  hostOf,
  linksChanged,
  ownDomain,
  ProofRefusal,
  proofRefusalOf,
  registrableDomain,
  ways,
  type CheckedApp,
} from './ways.ts';

/** Proofs are checked again after this time. */
export const recheckMs = 30 * dayMs;

export interface ProofKey {
  appId: string;
  userId: string;
}

/** The columns of a proof that a check or a mailed code changes. */
type ProofChange = Partial<Omit<ProofTable, 'id' | 'app_id' | 'user_id' | 'created_at'>>;

export async function findProof(db: ReadDb, { appId, userId }: ProofKey): Promise<ProofTable | undefined> {
  const proof = { app_id: appId, user_id: userId };
  const proofs = db.selectFrom('proofs').selectAll();
  return await proofs.where(({ and }) => and(proof)).executeTakeFirst();
}

/** Who has proved to control what a listing of somebody else links to, and waits for staff or was refused. */
export const findClaims = async (
  db: ReadDb,
  { id, owner_id }: Pick<AppTable, 'id' | 'owner_id'>,
): Promise<ProofTable[]> =>
  await db
    .selectFrom('proofs')
    .selectAll()
    .where(({ and }) => and({ app_id: id, state: 'proved' }))
    .where('user_id', '!=', owner_id)
    .where('case_number', 'is not', null)
    .orderBy('id')
    .execute();

/** Whether an account claims a listing, or got it by a claim. */
export const hasClaimed = async (db: ReadDb, key: ProofKey): Promise<boolean> =>
  ((await findProof(db, key))?.case_number ?? null) !== null;

const blank = {
  ...{ name: '', address_mark: '', problem: '', failures: 0, case_number: null },
  ...{ code_hash: '', code_until: null, checked_at: null, due_at: null },
};

/** Stores a proof, or changes the one of this app and account. */
export async function putProof(
  trx: WriteDb,
  { appId, userId }: ProofKey,
  change: ProofChange & Pick<ProofTable, 'state' | 'way' | 'token'>,
  now: number,
): Promise<void> {
  await trx
    .insertInto('proofs')
    .values({ id: newId(), app_id: appId, user_id: userId, ...blank, ...change, created_at: now })
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doUpdateSet(change))
    .execute();
}

/** Whether a proof still speaks of the website of a listing, which may have changed since. */
function speaksOf({ name, way }: ProofTable, website: string): boolean {
  if (way === 'repository' || way === 'store') return true;
  const host = hostOf(website);
  return [host.replace(/^www\./, ''), registrableDomain(host)].includes(name);
}

/** Shows what the owner of a listing has proved, after it got another owner. The caller indexes it again. */
export async function badgeOfOwner(
  trx: WriteDb,
  { id, owner_id, website }: Pick<AppTable, 'id' | 'owner_id' | 'website'>,
): Promise<void> {
  const proof = await findProof(trx, { appId: id, userId: owner_id });
  if (proof?.state !== 'proved' || !speaksOf(proof, website)) {
    await changeApp(trx, id, noBadge);
    return;
  }
  const { name: proof_name, checked_at: proof_checked_at } = proof;
  await changeApp(trx, id, { proof_name, proof_checked_at, proved: 'yes' });
}

/** Shows what was proved on the listing. */
export async function showBadge(
  context: Context,
  trx: WriteDb,
  row: AppTable,
  proof: Pick<ProofTable, 'name' | 'way'>,
): Promise<void> {
  await changeApp(trx, row.id, { proof_name: proof.name, proof_checked_at: context.clock(), proved: 'yes' });
  const domain = ownDomain(proof);
  if (domain !== null) await releaseByProof(context, trx, row, domain);
  await settleListing(context, trx, row);
}

export async function hideBadge(context: Context, trx: WriteDb, row: AppTable): Promise<void> {
  await changeApp(trx, row.id, noBadge);
  await settleListing(context, trx, row);
}

/** Opens a case for somebody who has proved what a listing of somebody else links to. @returns its number */
export async function openClaim(
  { openCase, clock }: Context,
  trx: WriteDb,
  { id, owner_id: ownerId }: AppTable,
  { userId, way, name }: { userId: string; way: string; name: string },
): Promise<string> {
  const claimant = await findAccount(trx, userId);
  const who = claimant ? fullName(claimant) : 'somebody';
  const note = `Claimed by ${who} (account ${userId}), who has proved to control ${name} (${way}).`;
  const about = { subject: { kind: 'app', id }, ownerId, note, now: clock() } as const;
  return (await openCase(trx, { ...about, kind: 'hold', reason: 'impersonation' })).number;
}

// The checks of every 30 days.

/** After this time another process may check the proof of one that died. */
const leaseMs = 120_000;
/** After a failure and a lapse. */
const againMs = dayMs;
/** A proof lapses with this failure. */
const maxFailures = 3;

/** After a reason that may pass, such as name servers that do not answer, or a host that was asked just now. */
const laterMs = dayMs / 24;
/**
 * For so long after the check was due such a reason may last. Threat: a domain whose name servers never answer, because
 * it is not its owner's any more, keeps its badge for good.
 */
const patienceMs = dayMs;

/** @returns why the proof is not there; null where it is */
async function refusalOf(
  { outbound, siteUrl }: Context,
  app: CheckedApp,
  { way, token, name, address_mark: addressMark }: ProofTable,
): Promise<ProofRefusal | null> {
  try {
    const found = await ways[way].check(outbound, { app, token, repository: name, addressMark }, siteUrl);
    // The owner may have changed the links since: then it is another proof, which nobody has asked for.
    return found === name ? null : new ProofRefusal(linksChanged);
  } catch (error) {
    return proofRefusalOf(error);
  }
}

function changeOf(refusal: ProofRefusal | null, proof: ProofTable, now: number): ProofChange {
  if (!refusal)
    return { state: 'proved', failures: 0, problem: '', checked_at: now, due_at: now + recheckMs };
  const lastDue = (proof.checked_at ?? proof.created_at) + recheckMs;
  if (refusal.isOurs || (refusal.isPassing && now < lastDue + patienceMs)) return { due_at: now + laterMs };
  const failures = proof.failures + 1;
  const state = failures >= maxFailures ? 'lapsed' : proof.state;
  return { state, failures, problem: refusal.message, due_at: now + againMs };
}

/** What the owner is told of a check; null for nothing. */
function letterOf(proof: ProofTable, change: ProofChange, app: AppTable, siteUrl: string): Letter | null {
  const about = { app: app.name, name: proof.name, page: proofPage(siteUrl, app.name_id) };
  const { failures = proof.failures, problem = '', due_at: next } = change;
  if (change.checked_at !== undefined) return proof.state === 'lapsed' ? proofLetters.returned(about) : null;
  if (failures === proof.failures || proof.state === 'lapsed') return null;
  if (change.state === 'lapsed') return proofLetters.lapsed(about, problem);
  return proofLetters.failed(about, problem, maxFailures - failures, next ?? 0);
}

async function recheck(context: Context, proof: ProofTable, until: number): Promise<void> {
  const { clock, db, siteUrl } = context;
  const row = await findListingRowBy(db.read, 'id', proof.app_id);
  // A removed listing is left alone until it is back.
  const looked = row && row.state !== 'removed' ? row : null;
  const { name_id: nameId = '', website = '', playstore_link: playstore_link = '' } = looked ?? {};
  const refusal = looked && (await refusalOf(context, { nameId, website, playstore_link }, proof));
  await db.write(async (trx) => {
    const now = clock();
    const app = await lockListing(trx, proof.app_id);
    // Threat: an owner whose own site answers slowly, and who puts the badge beside another link meanwhile.
    const isOther = app?.website !== website || app.playstore_link !== playstore_link;
    const change: ProofChange =
      !app || !looked
        ? { due_at: now + recheckMs }
        : isOther
          ? { due_at: now + laterMs }
          : changeOf(refusal, proof, now);
    // Another process may have taken it over.
    const claimed = trx
      .updateTable('proofs')
      .set(change)
      .where('id', '=', proof.id)
      .where('due_at', '=', until);
    if (!(await hasRow(claimed.returning('id')))) return;
    if (!app || app.owner_id !== proof.user_id) return;
    if (change.checked_at !== undefined) await showBadge(context, trx, app, proof);
    else if (change.state === 'lapsed' && app.proof_name === proof.name) await hideBadge(context, trx, app);
    const letter = letterOf(proof, change, app, siteUrl);
    const owner = letter && (await findAccount(trx, app.owner_id));
    if (letter && owner) await enqueueMail(trx, composeMail(owner, letter), now);
  });
}

/** A worker that checks due proofs, one after the other. */
export function createRechecks(context: Context): Worker {
  const { clock, db, log } = context;
  const next = async (): Promise<boolean> => {
    const now = clock();
    const until = now + leaseMs;
    const proof = await claimDue(db, 'proofs', { now, until });
    if (proof) await recheck(context, proof, until);
    return proof !== undefined;
  };
  return createWorker(next, (error) => log?.error('A proof could not be checked', { error }));
}
