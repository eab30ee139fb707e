import { sql } from 'kysely';
import type { z } from 'zod';
import { resetTokenFor } from './change-password.ts';
import {
  allowCodeTry,
  askerOf,
  countAsking,
  countWrongCode,
  expectCode,
  issueCode,
  mayMail,
  trierOf,
  useCodeOfOneOf,
} from './codes.ts';
import type { AccountsContext, Client } from './context.ts';
import { hashOfNoPassword, hashPassword, refuseWhenBusy, saltOf } from './passwords.ts';
import { refuseGuessablePassword } from './refused-passwords.ts';
import { revokeSessionsOf } from './session-queries.ts';
import { pairFor, startSession } from './sessions.ts';
import { saltOfAddress, signupNetwork } from './tokens.ts';
import {
  emailKey,
  emptyProfile,
  findAccountByEmail,
  findAccountsOfAddress,
  insertAccount,
  neverPending,
} from './users.ts';
import { recordPicture, type StoredPicture } from '../media/index.ts';
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { refuseImpostor, refuseRestricted } from '../rules/index.ts';
import { recordEvent } from '../timeline/index.ts';
import type { SocialNetwork } from '../../shared/addresses/social-networks.ts';
import { brand } from '../../shared/page/brand.ts';
import type { TokenPair, signupSchema } from '../../shared/schemas/accounts.ts';
import { dayMs } from '../../shared/text/dates/days.ts';

type Signup = z.output<typeof signupSchema>;

export interface SignedUp {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
}

/**
 * Creates a pending account and mails its code. For an address with a verified account it creates one too, which can
 * never be verified, and the mail says that there is an account. So this answer, its time and every later answer are
 * the same for both.
 * @throws AppError 403 for a restricted address or network, 400 for a guessable password or a reserved name, 429
 */
export async function signUp(context: AccountsContext, signup: Signup, client: Client): Promise<SignedUp> {
  const { audit, db, clock, limiter, mails, secret } = context;
  refuseWhenBusy(limiter.turnOf(client));
  // Before the quota, which people behind one address share: refused passwords must not use it up.
  refuseGuessablePassword('password', signup.password, signup);
  const { firstname, lastname, email } = signup;
  await refuseImpostor(db.read, { name: `${firstname} ${lastname}`, userId: null, field: 'firstname' });
  await limiter.spend(quotas.signUps, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'sign-up', email, address, accountId: null, now: clock() });
  const id = newId();
  const key = emailKey(email);
  const network = signupNetwork(client, secret);

  // For every address, so that one with an account takes no longer.
  const isAllowed = await mayMail(context, email, client);
  await expectCode(context, client);
  const known = await findAccountsOfAddress(db.read, email);
  const salt = known.map((row) => saltOf(row.password_hash)).find((found) => found !== null);
  const passwordHash = await hashPassword(
    signup.password,
    salt ?? saltOfAddress(key, secret),
    context.hashCost,
    limiter.turnOf(client),
  );
  const now = clock();
  await audit.write(client, async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    const pendings = await lockPendings(trx, db.engine, [key]);
    const isContested =
      (await makeRoom(trx, pendings, { network, passwordHash })) ||
      pendings.some((row) => row.is_contested === 1);
    await insertAccount(trx, {
      id,
      email,
      email_key: placeholderKey(id),
      pending_email_key: key,
      pending_until: now + pendingMs,
      signup_network: network,
      is_contested: isContested ? 1 : 0,
      password_hash: passwordHash,
      firstname,
      lastname,
      ...emptyProfile,
      show_email: signup.show_email ? 1 : 0,
      show_phone: 1,
      show_address: 1,
      // Until its owner gives a telephone number of another country.
      country: brand.country,
      country_code: 'NG',
      views: 0,
      is_verified: 0,
      created_at: now,
      updated_at: now,
    });
    await recordEvent(trx, { userId: id, category: 'SIGNUP', appId: null, at: now });
    // A code is created even if the mail will not contain it, so that trying a code takes the same statements.
    const asker = askerOf(context, client);
    const code = await issueCode(trx, { userId: id, now, secret, asker, isNamed: true });
    const mail = account ? mails.alreadyRegistered(account.email) : mails.verificationCode(email, code);
    if (isAllowed) await enqueueMail(trx, mail, now);
    await note(account ? 'account.create-repeated' : 'account.created', account?.id ?? id);
  });
  context.wakeMail();
  return { id, email, firstname, lastname };
}

const wrongCode = 'This code is wrong or has run out. Request a new code.';

export interface Verification {
  code: string;
  /** Undefined where `id` names the account. */
  email: string | undefined;
  /** Id of the pending account; '' where the client has none, undefined from older clients. */
  id: string | undefined;
  /** The session of the request, where it belongs to the named account. */
  sessionId?: string;
}

export interface Verified {
  userId: string;
  pair: TokenPair;
  /** Lets its holder set a password; null if the account keeps the one from the sign-up. */
  resetToken: string | null;
}

/**
 * Verifies the pending account that the code was mailed for. Ends all other pending accounts of the address, and every
 * session but the one that entered the code.
 *
 * A request that does not name the account proves only that its sender reads the mails of the address; a stranger may
 * have signed it up. So its password and profile are cleared, except the names, unless it was signed up from the same
 * network and nobody signed up the address with another password.
 * @throws AppError 400 with one message for a code that is wrong, used, expired or tried too often
 */
export async function verifyAccount(
  context: AccountsContext,
  verification: Verification,
  client: Client,
): Promise<Verified> {
  const { audit, db, publishChanges } = context;
  const { email, id } = verification;
  // An id counts only if its account exists: otherwise each made-up id would have tries of its own.
  const isNamed = Boolean(id) && (await findPendingKey(context.db.read, id ?? '')) !== undefined;
  await allowCodeTry(context, client, isNamed && id ? [id] : []);
  const refusal = new AppError(400, wrongCode, { code: wrongCode });
  const activated = await audit
    .write(client, async (trx, note) => {
      const key = id ? await findPendingKey(trx, id) : emailKey(email ?? '');
      const pendings = key === undefined ? [] : await lockPendings(trx, db.engine, [key]);
      const isOfAddress = email === undefined || key === emailKey(email);
      const meant = pendings.filter((row) => isOfAddress && (!id || row.id === id));
      const account = key === undefined ? undefined : await findAccountByEmail(trx, key);
      // A wrong code counts as a try at each of them.
      const userId = await useCodeOfOneOf(trx, {
        userIds: meant.map((row) => row.id),
        by: trierOf(context, client, Boolean(id)),
        code: verification.code,
        now: context.clock(),
        secret: context.secret,
      });
      const pending = meant.find((row) => row.id === userId);
      if (!pending || pending.banned_at !== null || account) {
        await note('code.refused', meant[0]?.id ?? null);
        return null;
      }
      const now = context.clock();
      const keepsPassword = isNamedOrUncontested(context, id, { pending, pendings, client });
      const salt = saltOf(pending.password_hash) ?? saltOfAddress(key ?? '', context.secret);
      const newHash = keepsPassword ? null : hashOfNoPassword(salt, context.hashCost);
      const user = await activatePending(trx, { pending, pendings, newHash, now });
      const except = keepsPassword ? verification.sessionId : undefined;
      await revokeSessionsOf(trx, user.id, now, { except });
      await recordEvent(trx, { userId: user.id, category: 'ACCOUNT_VERIFIED', appId: null, at: now });
      await note('account.verified', user.id);
      return { user, keepsPassword, session: await startSession(trx, user.id, now, client) };
    })
    .catch((error: unknown) => {
      // Another account of the address was verified at the same moment.
      if (db.engine.uniqueViolation(error)?.includes('email_key')) throw refusal;
      throw error;
    });
  if (!activated) {
    if (!isNamed) await countWrongCode(context);
    throw refusal;
  }
  const { user, keepsPassword, session } = activated;
  await publishChanges([dataKey.user(user.id), dataKey.users]);
  return {
    userId: user.id,
    pair: await pairFor(context, user, session),
    resetToken: keepsPassword ? null : await resetTokenFor(context, user),
  };
}

/** Whether the password and profile of the account are its owner's. */
function isNamedOrUncontested(
  { secret }: AccountsContext,
  id: string | undefined,
  { pending, pendings, client }: { pending: UserTable; pendings: readonly UserTable[]; client: Client },
): boolean {
  if (id !== undefined) return id !== '';
  return (
    pending.is_contested === 0 &&
    pending.signup_network === signupNetwork(client, secret) &&
    pendings.every((row) => row.password_hash === pending.password_hash)
  );
}

/**
 * Mails a new code for a pending account of the address: the named one, else the newest from the same network, else the
 * newest. The answer and its time are the same where there is none.
 * @param id of the pending account; '' where the client has none, undefined from older clients
 * @throws AppError 429 when this client requested one less than a minute ago, whether the address has an account or not
 */
export async function resendCode(
  context: AccountsContext,
  { email, id }: { email: string; id: string | undefined },
  client: Client,
): Promise<void> {
  const { audit, clock, db, mails, secret } = context;
  const key = emailKey(email);
  await countAsking(context, 'registration', email, client);
  const isAllowed = await mayMail(context, email, client);
  await expectCode(context, client);
  const now = clock();
  await audit.write(client, async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    const pendings = await lockPendings(trx, db.engine, [key]);
    const network = signupNetwork(client, secret);
    const near = id === undefined && pendings.find((row) => row.signup_network === network);
    const pending = id ? pendings.find((row) => row.id === id) : near || pendings[0];
    if (!pending || pending.banned_at !== null || !isAllowed) return;
    const asker = askerOf(context, client);
    const code = await issueCode(trx, { userId: pending.id, now, secret, asker, isNamed: Boolean(id) });
    const mail = account
      ? mails.alreadyRegistered(account.email)
      : mails.verificationCode(pending.email, code);
    await enqueueMail(trx, mail, now);
    await note('code.sent', pending.id);
  });
  context.wakeMail();
}

// Accounts that are not verified yet. Several may be pending for one address, each with its own names, password, code
// and sessions; the first to be verified gets the address, and the others end. docs/decisions/011-pending-accounts.md.

/** Lifetime of a pending account since the sign-up or its last login or refresh. */
export const pendingMs = dayMs;

/** Most pending accounts of one address: from one network, and from all. */
const maxPending = { ofNetwork: 5, inAll: 200 };

/** The `email_key` of a pending account, because that column is unique. */
export function placeholderKey(id: string): string {
  return `pending:${id}`;
}

/** The address of a pending account. Nodes of the previous version store it as `email_key`. */
function keyOf(row: Pick<UserTable, 'email_key' | 'pending_email_key'>): string {
  return row.pending_email_key ?? row.email_key;
}

/** The `emailKey` of a pending account's address. */
export async function findPendingKey(db: ReadDb | WriteDb, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['email_key', 'pending_email_key'])
    .where('id', '=', id)
    .where('is_verified', '=', 0)
    .executeTakeFirst();
  return row && keyOf(row);
}

/** The pending accounts of the addresses, newest first, locked until the transaction ends. */
export async function lockPendings(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  keys: readonly string[],
): Promise<UserTable[]> {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('email_key', 'in', keys), eb('pending_email_key', 'in', keys)]))
    .where('is_verified', '=', 0)
    // Every transaction locks in this order, so that no two deadlock.
    .orderBy('id')
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .execute();
  return rows.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

/** Whether a login or a refresh has prolonged the account. */
function hasLoggedIn({ created_at, pending_until }: UserTable): boolean {
  return pending_until !== null && pending_until > created_at + pendingMs;
}

/** Order of eviction: accounts without a login first, then those that expire first. */
function byUse(one: UserTable, other: UserTable): number {
  return (
    Number(hasLoggedIn(one)) - Number(hasLoggedIn(other)) ||
    (one.pending_until ?? 0) - (other.pending_until ?? 0) ||
    (one.id < other.id ? -1 : 1)
  );
}

/**
 * Evicts pending accounts to make room for one more; first those of the same network, so that a flood from one place
 * evicts only its own.
 * @returns whether an account with another password was evicted
 */
export async function makeRoom(
  trx: WriteDb,
  pendings: readonly UserTable[],
  { network, passwordHash }: { network: string; passwordHash: string },
): Promise<boolean> {
  const surplus = (rows: readonly UserTable[], most: number) =>
    rows.toSorted(byUse).slice(0, Math.max(0, rows.length - most + 1));
  const ofNetwork = surplus(
    pendings.filter(({ signup_network }) => signup_network === network),
    maxPending.ofNetwork,
  );
  const left = pendings.filter((row) => !ofNetwork.includes(row));
  const ended = [...ofNetwork, ...surplus(left, maxPending.inAll)];
  await endPendings(
    trx,
    ended.map(({ id }) => id),
  );
  const isContested = ended.some((row) => row.password_hash !== passwordHash || row.is_contested === 1);
  const survivors = pendings.filter((row) => !ended.includes(row)).map(({ id }) => id);
  if (isContested) await markContested(trx, survivors);
  return isContested;
}

/** @param ids of accounts that this transaction has locked */
async function markContested(trx: WriteDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('users').set({ is_contested: 1 }).where('id', 'in', ids).execute();
}

/** The row's sessions, codes, timeline and handles go with it (foreign keys). */
async function endPendings(trx: WriteDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('users').where('id', 'in', ids).where('is_verified', '=', 0).execute();
}

interface Activation {
  pending: UserTable;
  /** All pending accounts of the address. */
  pendings: readonly UserTable[];
  /** Replaces the password and clears the profile, where a stranger may have entered them. */
  newHash: string | null;
  now: number;
}

/**
 * Gives the address to one pending account and removes the others.
 * @throws a unique violation where another account got the address at the same moment
 */
export async function activatePending(
  trx: WriteDb,
  { pending, pendings, newHash, now }: Activation,
): Promise<UserTable> {
  await endPendings(
    trx,
    pendings.filter(({ id }) => id !== pending.id).map(({ id }) => id),
  );
  if (newHash !== null) {
    await trx.deleteFrom('old_handles').where('user_id', '=', pending.id).execute();
    // Their logins used the password that is replaced.
    await trx.deleteFrom('known_devices').where('user_id', '=', pending.id).execute();
  }
  return await trx
    .updateTable('users')
    .set({
      ...neverPending,
      ...(newHash !== null && { ...emptyProfile, password_hash: newHash }),
      email_key: keyOf(pending),
      is_verified: 1,
      // The address was just read.
      mail_refused_at: null,
      updated_at: now,
    })
    .where('id', '=', pending.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Restarts the lifetime of a pending account after a login or a refresh. */
export async function prolongPending(trx: WriteDb, userId: string, now: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ pending_until: now + pendingMs })
    .where('id', '=', userId)
    .where('is_verified', '=', 0)
    .execute();
}

const sweepBatch = 20;

/** Expired pending accounts, not locked yet. */
async function findExpired(trx: WriteDb, now: number): Promise<{ id: string; key: string }[]> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'email_key', 'pending_email_key'])
    // A literal, so that the planner can use the partial index of pending accounts.
    .where('is_verified', '=', sql.lit(0))
    .where((eb) =>
      eb.or([
        eb('pending_until', '<=', now),
        // Written by a node of the previous version.
        eb.and([eb('pending_until', 'is', null), eb('created_at', '<=', now - pendingMs)]),
      ]),
    )
    .orderBy('id')
    .limit(sweepBatch)
    .execute();
  return rows.map((row) => ({ id: row.id, key: keyOf(row) }));
}

function isExpired({ pending_until, created_at }: UserTable, now: number): boolean {
  return (pending_until ?? created_at + pendingMs) <= now;
}

/** Removes a batch of expired pending accounts. @returns whether there may be more */
export async function sweepSomePendings(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  now: number,
): Promise<boolean> {
  const found = await findExpired(trx, now);
  if (found.length === 0) return false;
  const candidates = new Set(found.map(({ id }) => id));
  // Locks all pending accounts of these addresses before changing any, in the order in which a sign-up or a
  // verification locks them, so that no two transactions deadlock.
  const rows = await lockPendings(trx, engine, [...new Set(found.map(({ key }) => key))]);
  // Checked again under the lock, because a login may have prolonged one meanwhile.
  const ended = rows.filter((row) => candidates.has(row.id) && isExpired(row, now));
  const endedIds = new Set(ended.map(({ id }) => id));
  const keys = new Set(ended.map(keyOf));
  // A survivor may be a stranger's, who hopes that the owner verifies the address without naming an account.
  const survivors = rows.filter(
    (row) => keys.has(keyOf(row)) && !endedIds.has(row.id) && row.is_contested === 0,
  );
  await markContested(
    trx,
    survivors.map(({ id }) => id),
  );
  await endPendings(trx, [...endedIds]);
  return found.length === sweepBatch;
}

export interface SampleOwner {
  email: string;
  firstname: string;
  lastname: string;
  about: string;
  country: string;
  countryCode: string;
  phoneNo: string;
  address: string;
  tags: string[];
  socialLinks: Partial<Record<SocialNetwork, string>>;
  /** Milliseconds since 1970. */
  dateJoined: number;
  picture: StoredPicture | null;
}

/** Creates an account that owns sample listings. Without a password, nobody can log in to it. */
export async function createSampleOwner(
  { db, clock }: AccountsContext,
  owner: SampleOwner,
): Promise<{ id: string }> {
  const id = newId();
  await db.write(async (trx) => {
    if (owner.picture) await recordPicture(trx, owner.picture, clock());
    await insertAccount(trx, {
      id,
      email: owner.email,
      email_key: emailKey(owner.email),
      ...neverPending,
      password_hash: null,
      firstname: owner.firstname,
      lastname: owner.lastname,
      phone_no: owner.phoneNo,
      address: owner.address,
      show_email: 1,
      show_phone: 1,
      show_address: 1,
      country: owner.country,
      country_code: owner.countryCode,
      about: owner.about,
      tags: JSON.stringify(owner.tags),
      social_links: JSON.stringify(owner.socialLinks),
      picture_id: owner.picture?.id ?? null,
      handle: null,
      views: 0,
      is_verified: 1,
      created_at: owner.dateJoined,
      updated_at: owner.dateJoined,
    });
    await recordEvent(trx, { userId: id, category: 'SIGNUP', appId: null, at: owner.dateJoined });
    const at = owner.dateJoined + 120_000;
    await recordEvent(trx, { userId: id, category: 'ACCOUNT_VERIFIED', appId: null, at });
  });
  return { id };
}
