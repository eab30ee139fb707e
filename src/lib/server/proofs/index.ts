// Proofs that an account controls what a listing links to (docs/decisions/035-proofs.md): what somebody has proved and
// what to put where, 'Check now', which looks for a proof while a person waits, and what staff do about proofs.
import type { ProofState } from '../../shared/text/proof-texts.ts';
import { proofCodeMinutes } from '../../shared/schemas/limits.ts';
import type { DeskProofJson, DeskProofsJson } from '../../shared/schemas/cases.ts';
import type { BlockProof, CheckProof, OwnProofJson } from '../../shared/schemas/proofs.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { isoOrNull } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { hashCode, newCode, tryCode } from '../accounts/codes.ts';
import { composeMail, composeToAddress } from '../accounts/mails.ts';
import type { Caller } from '../accounts/sessions.ts';
import { findAccount } from '../accounts/users.ts';
import { lockListing, requireApp, requireVerified } from '../apps/find-app.ts';
import { findListingRowBy } from '../apps/owned-apps.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ProofTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { within } from '../platform/quotas/rate-limit.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { proofLetters, proofPage } from './mails.ts';
import {
  findProof,
  hideBadge,
  openClaim,
  putProof,
  recheckMs,
  showBadge,
  type ProofKey,
} from './store-proof.ts';
import {
  developerAddress,
  instructionsFor,
  linksChanged,
  markOfAddress,
  playIdOf,
  ProofRefusal,
  proofRefusalOf,
  tokenOf,
  ways,
} from './ways.ts';

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
async function subjectOf({ db, secret }: Context, caller: Caller, idOrNameId: string) {
  requireVerified(caller);
  const app = await requireApp(unrecordedReader(db), idOrNameId, caller);
  const key = { appId: app.id, userId: caller.userId };
  const row = await findProof(db.read, key);
  return { app, key, row, token: row?.token ?? tokenOf(secret, key) };
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
async function checkNow(
  context: Context,
  caller: Caller,
  idOrNameId: string,
  form: CheckProof,
): Promise<void> {
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
    throw new AppError(400, message, { [way]: message });
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
