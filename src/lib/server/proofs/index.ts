// Proofs that an account controls what a listing links to (docs/decisions/035-proofs.md): what somebody has proved and
// what to put where, 'Check now', which looks for a proof while a person waits, and what staff do about proofs.
import type { ProofState } from '../../shared/text/proof-texts.ts';
import { proofCodeMinutes } from '../../shared/schemas/limits.ts';
import type { DeskProofJson, DeskProofsJson } from '../../shared/schemas/cases.ts';
import type { BlockProof, CheckProof, OwnProofJson } from '../../shared/schemas/proofs.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { formatDay, isoOrNull } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { hashCode, newCode, tryCode } from '../accounts/codes.ts';
import { composeMail, composeToAddress, type Letter } from '../accounts/mails.ts';
import type { Caller } from '../accounts/sessions.ts';
import { findAccount } from '../accounts/users.ts';
import { lockListing, requireApp, requireVerified } from '../apps/find-app.ts';
import { findListingRowBy } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { AppTable, ProofTable } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { within } from '../platform/quotas/rate-limit.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import {
  type CheckedApp,
  developerAddress,
  hostOf,
  instructionsFor,
  linksChanged,
  markOfAddress,
  ownDomain,
  playIdOf,
  ProofRefusal,
  proofRefusalOf,
  registrableDomain,
  tokenOf,
  ways,
} from './ways.ts';
import { dayMs } from '../../shared/text/days.ts';
import { releaseByProof } from '../apps/holds.ts';
import { changeApp, noBadge, settleListing } from '../apps/states.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { claimDue, hasRow } from '../platform/db/statements.ts';
import { createWorker, type Worker } from '../platform/worker.ts';
import { urls } from '../../shared/addresses/urls.ts';

export const proofs = { actions: { showProof, checkNow, blockProof, listProofs } };

const pauseSeconds = 5;
const day = 24 * 3600;

// Limits beside the quota of checks. Threats: the developer of a Play listing who is flooded with codes, and staff who
// are flooded with claims.

/** Codes for one address that one account requests, and that all request. */
const codesOfAccount = within('proof-codes-account', 4, day);
const codesOfAddress = within('proof-codes-address', 12, day);
/** Listings of others that one account claims. */
const claimsOfAccount = within('proof-claims', 5, day);
const codesOfDay =
  'Too many codes were mailed to this developer today. Try again tomorrow, or use another way.';
const claimsOfDay = 'You have claimed many apps today. Try again tomorrow.';

function refuseBlocked(proof: ProofTable | undefined): void {
  if (proof?.state === 'blocked')
    throw new AppError(
      403,
      'We have looked at this proof and do not accept it. Write to us if that is a mistake.',
    );
}

type Subject = Awaited<ReturnType<typeof subjectOf>>;

/** A listing, and the proof of an account about it. @throws AppError 404, 403 for an unverified account */
async function subjectOf(context: Context, caller: Caller, idOrNameId: string) {
  requireVerified(caller);
  const app = await requireApp(context, idOrNameId, caller);
  const key = { appId: app.id, userId: caller.userId };
  const row = await findProof(context.read, key);
  return { app, key, row, token: row?.token ?? tokenOf(context.secret, key) };
}

/** What staff and who has proved it see of a proof. */
const factsOf = (row: ProofTable | undefined) => ({
  state: stateOf(row),
  way: row && row.name !== '' ? row.way : null,
  name: row?.name ?? '',
  checked_at: isoOrNull(row?.checked_at ?? null),
  next_check_at: isoOrNull(row?.due_at ?? null),
  problem: row?.problem ?? '',
  case: row?.case_number ?? null,
});

function stateOf(row: ProofTable | undefined): ProofState {
  if (!row || row.state === 'waiting') return 'none';
  return row.state === 'proved' && row.failures > 0 ? 'failing' : row.state;
}

/** @throws AppError 404, 403 for an unverified account */
async function showProof(context: Context, caller: Caller, idOrNameId: string): Promise<OwnProofJson> {
  const { clock, db, siteUrl } = context;
  const { app, row, token } = await subjectOf(context, caller, idOrNameId);
  const cases = db.read
    .selectFrom('cases')
    .select('state')
    .where('number', '=', row?.case_number ?? '');
  const claim = await cases.executeTakeFirst();
  return {
    ...factsOf(row),
    is_owner: app.owner.id === caller.userId,
    case_state: claim ? (claim.state === 'decided' ? 'decided' : 'open') : null,
    code_sent: row !== undefined && row.code_hash !== '' && (row.code_until ?? 0) > clock(),
    token,
    ways: instructionsFor({ app, token }, siteUrl),
  };
}

/** @throws AppError 404, 403 for an unverified account, 400 with what is wrong, 429 where a site was asked just now */
async function checkNow(context: Context, caller: Caller, idOrNameId: string, form: CheckProof) {
  const subject = await subjectOf(context, caller, idOrNameId);
  const { app, key, token } = subject;
  const { way, code = '', repository = '' } = form;
  refuseBlocked(subject.row);
  try {
    if (way === 'store' && code === '') {
      await mailCode(context, subject);
      return;
    }
    const addressMark = way === 'store' ? await enterCode(context, key, code) : '';
    const checked = { app, token, repository, addressMark };
    const name = await ways[way].check(context.outbound, checked, context.siteUrl);
    await store(context, subject, { way, name, token, address_mark: addressMark });
  } catch (error) {
    const { isPassing, message } = proofRefusalOf(error);
    // Only where the check needed to go out: another fault of the form is told although going out is turned off.
    if (isPassing && !context.outbound.isOn) throw new AppError(503, message);
    if (isPassing) throw new AppError(429, message, {}, pauseSeconds);
    throw fieldError(way, message);
  }
}

/** Mails a code to the address that the listing at the store publishes; not to one that somebody typed. */
async function mailCode(context: Context, { app, key, token }: Subject): Promise<void> {
  const { clock, db, limiter, outbound, secret, siteUrl } = context;
  const id = playIdOf(app.playstore_link);
  const address = await developerAddress(outbound, id);
  const mark = markOfAddress(address);
  const ofAccount = [codesOfAccount, `${key.userId}:${mark}`] as const;
  const seconds = await limiter.take(ofAccount, [codesOfAddress, mark]);
  if (seconds !== null) throw new AppError(429, codesOfDay, {}, seconds);
  const code = newCode();
  await db.write(async (trx) => {
    const now = clock();
    const present = await findProof(trx, key);
    // Staff may have blocked it while the store was asked.
    refuseBlocked(present);
    const { state, way } = present ?? ({ state: 'waiting', way: 'store' } as const);
    // Kept beside the mark of a proof that stands until the code is entered.
    const code_hash = `${hashCode(code, `proof:${key.appId}:${key.userId}`, secret)} ${mark}`;
    const code_until = now + proofCodeMinutes * 60_000;
    await putProof(trx, key, { state, way, token, code_hash, code_until }, now);
    const about = { id, page: proofPage(siteUrl, app.id, app.owner.id === key.userId) };
    await enqueueMail(trx, composeToAddress(address, proofLetters.code(code, about)), now);
  });
}

/** @returns the mark of the address that the code was mailed to. @throws ProofRefusal */
async function enterCode(context: Context, key: ProofKey, code: string): Promise<string> {
  const { clock, db } = context;
  // A wrong try has to commit, or it would not count: so it is a result and not an error.
  const [outcome, mark] = await db.write(async (trx) => {
    const row = await findProof(trx, key);
    const [hash = '', mark = ''] = row?.code_hash.split(' ') ?? [];
    if (hash === '' || (row?.code_until ?? 0) <= clock()) return ['spent', ''] as const;
    const purpose = `proof:${key.appId}:${key.userId}`;
    return [await tryCode(context, trx, { code, hash, purpose }), mark] as const;
  });
  if (outcome === 'spent')
    throw new ProofRefusal('The code has expired, or was tried too often. Request a new one.');
  if (outcome === 'wrong') throw new ProofRefusal('That is not the code we mailed.');
  return mark;
}

async function store(
  context: Context,
  { app, key, row: known }: Subject,
  found: Pick<ProofTable, 'way' | 'name' | 'token' | 'address_mark'>,
): Promise<void> {
  const { clock, db, limiter } = context;
  if (app.owner.id !== key.userId && !known?.case_number) {
    const seconds = await limiter.take([claimsOfAccount, key.userId]);
    if (seconds !== null) throw new AppError(429, claimsOfDay, {}, seconds);
  }
  await db.write(async (trx) => {
    const now = clock();
    const row = await lockListing(trx, key.appId);
    if (!row || row.state === 'removed') throw new AppError(404, messages.app.missing);
    if (row.website !== app.website || row.playstore_link !== app.playstore_link)
      throw new ProofRefusal(linksChanged);
    const present = await findProof(trx, key);
    refuseBlocked(present);
    const isOwner = row.owner_id === key.userId;
    // Kept also for who got the listing by the claim: staff must not decide about their own (moderation/cases.ts).
    const case_number =
      present?.case_number ??
      (isOwner ? null : await openClaim(context, trx, row, { userId: key.userId, ...found }));
    const done = { code_hash: '', code_until: null, failures: 0, problem: '' };
    const times = { checked_at: now, due_at: now + recheckMs };
    await putProof(trx, key, { ...found, ...done, ...times, state: 'proved', case_number }, now);
    if (isOwner) await showBadge(context, trx, row, found);
    else noteChanged(dataKey.moderation);
  });
}

/** An account claims few listings, and few accounts claim one. */
const mostClaims = 50;

/** What staff see of the proofs of a listing. @throws AppError 404 */
async function listProofs({ db: { read } }: Context, nameId: string): Promise<DeskProofsJson> {
  const app = await findListingRowBy(read, 'name_id', nameId);
  if (!app) throw new AppError(404, messages.app.missing);
  const { id, name, name_id, owner_id: ownerId, state } = app;
  const all = read.selectFrom('proofs').selectAll().where('app_id', '=', id);
  const claims = all.where('user_id', '!=', ownerId).where('state', '!=', 'waiting');
  const owned = await findProof(read, { appId: id, userId: ownerId });
  const results: DeskProofJson[] = [];
  for (const row of [owned, ...(await claims.orderBy('id').limit(mostClaims).execute())]) {
    const userId = row?.user_id ?? ownerId;
    const account = await findAccount(read, userId);
    const shown = { id: userId, name: account ? fullName(account) : '', email: account?.email ?? '' };
    results.push({ account: shown, is_owner: userId === ownerId, ...factsOf(row) });
  }
  return { listing: { id, name, name_id, state }, results };
}

const ownProof = 'This proof is your own. Somebody else has to decide about it.';

/**
 * Staff do not accept the proofs of a listing by its owner, or by an account that claims it, any more, or accept them
 * again.
 */
async function blockProof(
  context: Context,
  staff: Caller,
  nameId: string,
  { account, action, reason }: BlockProof,
): Promise<void> {
  const { audit, clock, db, log, secret, siteUrl } = context;
  const blocked = action === 'block';
  const found = await findListingRowBy(db.read, 'name_id', nameId);
  await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const row = found && (await lockListing(trx, found.id));
    if (!row) throw new AppError(404, messages.app.missing);
    const userId = account ?? row.owner_id;
    if (userId === staff.userId) throw new AppError(403, ownProof);
    const key = { appId: row.id, userId };
    const isOwner = userId === row.owner_id;
    const present = isId(userId) ? await findProof(trx, key) : undefined;
    if (!present && !isOwner) throw new AppError(404, messages.app.missing);
    if ((present?.state === 'blocked') === blocked) return;
    await note(blocked ? 'moderation.proof-blocked' : 'moderation.proof-freed', userId);
    await note('staff.acted', staff.userId);
    if (!blocked) {
      // Nothing is proved, until the next check finds it. The row stays, so that a refused claim opens no second case.
      const nothing = { name: '', problem: '', failures: 0, checked_at: null, due_at: null };
      if (present) await putProof(trx, key, { ...present, ...nothing, state: 'waiting' }, now);
      return;
    }
    const token = present?.token ?? tokenOf(secret, key);
    const way = present?.way ?? 'file';
    const blocking = { state: 'blocked', problem: reason, code_hash: '', due_at: null } as const;
    await putProof(trx, key, { way, token, ...blocking }, now);
    if (isOwner) await hideBadge(context, trx, row);
    else noteChanged(dataKey.moderation);
    const holder = await findAccount(trx, userId);
    const page = proofPage(siteUrl, row.name_id, isOwner);
    const letter = proofLetters.blocked({ app: row.name, name: present?.name ?? '', page }, reason);
    if (holder) await enqueueMail(trx, composeMail(holder, letter), now);
  });
  const what = blocked ? 'Staff blocked a proof' : 'Staff freed a proof';
  log?.info(what, { nameId, staff: staff.userId, reason });
}

// The rows of proofs, and what a proof changes: the badge of the listing where its owner has it, else a claim that
// staff look at. Proofs are checked again every 30 days; nodes share that work by claiming rows, as they share the
// outbox.

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
  const isProved = proof?.state === 'proved' && speaksOf(proof, website);
  const badge = isProved && {
    proof_name: proof.name,
    proof_checked_at: proof.checked_at,
    proved: 'yes' as const,
  };
  await changeApp(trx, id, badge || noBadge);
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
async function openClaim(
  { openCase, clock }: Context,
  trx: WriteDb,
  { id, owner_id }: AppTable,
  { userId, way, name }: { userId: string; way: string; name: string },
): Promise<string> {
  const claimant = await findAccount(trx, userId);
  const who = claimant ? fullName(claimant) : 'somebody';
  const note = `Claimed by ${who} (account ${userId}), who has proved to control ${name} (${way}).`;
  const about = { subject_kind: 'app', subject_id: id, owner_id, reason: 'impersonation' } as const;
  return (await openCase(trx, { kind: 'hold', ...about, note, now: clock() })).number;
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

interface About {
  app: string;
  /** What was proved. */
  name: string;
  /** Address of the page for proofs. */
  page: string;
}

/** @param isOwner false for somebody who claims the app */
export const proofPage = (siteUrl: string, nameId: string, isOwner = true): string =>
  siteUrl + (isOwner ? urls.updateAppPart(nameId, 'proof') : urls.claimApp(nameId));

export const proofLetters = {
  /**
   * Threat: somebody has this site mail a stranger a text. So it holds nothing that was typed, such as the app's name.
   */
  code: (code: string, { id, page }: Pick<About, 'page'> & { id: string }): Letter => ({
    subject: 'your code for a listing',
    body: [
      `somebody who lists an app here says that the app ${id} on Google Play is theirs. That listing shows this address.`,
      'If it was you, enter this code:',
      { code },
      `It lasts ${String(proofCodeMinutes)} minutes. Enter it on this page:`,
      { link: page },
      'If it was not you, ignore this mail and do not share the code.',
    ],
  }),
  failed: ({ app, name, page }: About, problem: string, left: number, next: number): Letter => ({
    subject: `we can no longer find the proof for ${app}`,
    body: [
      `the page of ${app} says that its owner is the owner of ${name}. We checked again today and did not find the proof.`,
      problem,
      `We will check again on ${formatDay(next)}. After ${left === 1 ? 'one more failure' : `${String(left)} more failures`} the badge will be removed.`,
      { link: page },
    ],
  }),
  lapsed: ({ app, name, page }: About, problem: string): Letter => ({
    subject: `the badge of ${app} is gone`,
    body: [
      `we have checked three times for the proof that you own ${name} and have not found it. The page of ${app} no longer shows the badge.`,
      problem,
      'Put the proof back, and the badge returns with our next check, or at once if you press Check now:',
      { link: page },
    ],
  }),
  returned: ({ app, name, page }: About): Letter => ({
    subject: `the badge of ${app} is back`,
    body: [
      `we have found the proof that you own ${name} again, and the page of ${app} says so.`,
      { link: page },
    ],
  }),
  blocked: ({ app, page }: About, reason: string): Letter => ({
    subject: `we do not accept the proof for ${app}`,
    body: [
      `we have reviewed the proof for ${app} and do not accept it.`,
      `Reason: ${reason}`,
      { link: page },
    ],
  }),
};
