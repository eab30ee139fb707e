// Sign-ups. An account is pending until the code that was mailed for it is entered: until then it may be logged in to,
// and is nobody's but its owner's to see. Several may be pending for one address, each with its own names, password,
// code and sessions; the first to be verified gets the address, and the others end. docs/decisions/011-pending-accounts.md.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { SocialNetwork } from '../../shared/addresses/social-networks.ts';
import { brand } from '../../shared/page/brand.ts';
import type { signupSchema, TokenPair } from '../../shared/schemas/accounts.ts';
import { recordPicture, type StoredPicture } from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { removeUntil } from '../platform/db/statements.ts';
import type { NewUserRow, UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Client } from '../platform/security/client.ts';
import { refuseImpostor, refuseRestricted } from '../rules/index.ts';
import { recordEvent } from '../apps/timeline.ts';
import { resetTokenFor } from './change-password.ts';
import { allowCodeTry, countAsking, issueCode, mayMail, useCodeOfOneOf } from './codes.ts';
import type { Context } from '../context.ts';
import * as mails from './mails.ts';
import { hashOfNoPassword, hashPassword, refuseWhenBusy, saltOf } from './passwords.ts';
import { refuseGuessablePassword } from './refused-passwords.ts';
import { revokeSessionsOf } from './session-queries.ts';
import { pairFor, startSession } from './sessions.ts';
import { emailKey, findAccountByEmail, findAccountsOfAddress, pendingMs } from './users.ts';

/** The columns of a profile without any entries. Who sees them is a choice that stays when they are emptied. */
const emptyProfile = {
  phone_no: '',
  address: '',
  about: '',
  tags: '[]',
  social_links: '{}',
  picture_id: null,
  handle: null,
} as const satisfies Partial<UserTable>;

/** Most pending accounts of one address. */
const maxPending = 200;

/** The `emailKey` of a pending account's address. */
async function findPendingKey(db: ReadDb | WriteDb, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('pending_email_key')
    .where('id', '=', id)
    .where('is_verified', '=', 0)
    .executeTakeFirst();
  return row?.pending_email_key ?? undefined;
}

/** The pending accounts of an address, newest first, locked until the transaction ends. */
async function lockPendings({ db }: Context, trx: WriteDb, key: string): Promise<UserTable[]> {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where('pending_email_key', '=', key)
    .where('is_verified', '=', 0)
    // Every transaction locks in this order, so that no two deadlock.
    .orderBy('id')
    .$if(db.engine.name === 'postgres', (query) => query.forUpdate())
    .execute();
  return rows.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

/** Their sessions, codes, timeline and handles go with them (foreign keys). */
async function endPendings(trx: WriteDb, rows: readonly UserTable[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom('users').where('id', 'in', ids).where('is_verified', '=', 0).execute();
}

type Signup = z.output<typeof signupSchema>;

interface SignedUp {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
}

/**
 * Creates a pending account and mails its code. For an address with a verified account it creates one too, which can
 * never be verified, and the mail says that there is an account. So this and every later answer are the same for both.
 * @throws AppError 403 for a restricted address or network, 400 for a guessable password or a reserved name, 429
 */
export async function signUp(context: Context, signup: Signup, client: Client): Promise<SignedUp> {
  const { audit, db, clock, limiter, secret } = context;
  const turn = limiter.turnOf(client);
  refuseWhenBusy(turn);
  // Before the quota, which people behind one address share: refused passwords must not use it up.
  refuseGuessablePassword('password', signup.password, signup);
  const { firstname, lastname, email } = signup;
  await refuseImpostor(db.read, { name: `${firstname} ${lastname}`, userId: null, field: 'firstname' });
  await limiter.spend(quotas.signUps, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'sign-up', email, address, accountId: null, now: clock() });
  const id = newId();
  const key = emailKey(email);
  const isMailed = await mayMail(context, email, client);
  const salt = saltOf(await findAccountsOfAddress(db.read, email), key, secret);
  const passwordHash = await hashPassword(signup.password, { salt, turn });
  const now = clock();
  await audit.write(client, async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    const pendings = await lockPendings(context, trx, key);
    const byUse = pendings.toSorted((one, other) => (other.pending_until ?? 0) - (one.pending_until ?? 0));
    await endPendings(trx, byUse.slice(maxPending - 1));
    await insertAccount(trx, {
      id,
      email,
      email_key: `pending:${id}`,
      pending_email_key: key,
      pending_until: now + pendingMs,
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
    // A code that the mail does not contain is tried like any other.
    const code = await issueCode(context, trx, { userId: id, client, isNamed: true });
    const mail = account
      ? mails.alreadyRegistered(context, account.email)
      : mails.verificationCode(context, email, code);
    if (isMailed) await enqueueMail(trx, mail, now);
    await note(account ? 'account.create-repeated' : 'account.created', account?.id ?? id);
  });
  return { id, email, firstname, lastname };
}

/**
 * Mails a new code for a pending account of the address: the named one, else the newest. The answer is the same where
 * there is none.
 * @param id of the pending account; '' where the client has none, undefined from clients that know no ids
 * @throws AppError 429 when this client requested one less than a minute ago, whether the address has an account or not
 */
export async function resendCode(
  context: Context,
  { email, id }: { email: string; id: string | undefined },
  client: Client,
): Promise<void> {
  const { audit, clock } = context;
  const isMailed = await countAsking(context, 'registration', email, client);
  await audit.write(client, async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    const pendings = await lockPendings(context, trx, emailKey(email));
    const pending = id ? pendings.find((row) => row.id === id) : pendings[0];
    if (!pending || pending.banned_at !== null || !isMailed) return;
    const code = await issueCode(context, trx, { userId: pending.id, client, isNamed: Boolean(id) });
    const mail = account
      ? mails.alreadyRegistered(context, account.email)
      : mails.verificationCode(context, pending.email, code);
    await enqueueMail(trx, mail, clock());
    await note('code.sent', pending.id);
  });
}

const wrongCode = 'This code is wrong or has expired. Request a new code.';

interface Verification {
  code: string;
  /** Undefined where `id` names the account. */
  email: string | undefined;
  /** Id of the pending account; '' where the client has none, undefined from clients that know no ids. */
  id: string | undefined;
  /** The session of the request, where it belongs to the named account. */
  sessionId?: string;
}

interface Verified {
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
 * have signed it up. So its password and profile are cleared, except the names, unless the client knows no ids and
 * nobody signed up the address with another password.
 * @throws AppError 400 with one message for a code that is wrong, used, expired or tried too often
 */
export async function verifyAccount(
  context: Context,
  { code, email, id, sessionId }: Verification,
  client: Client,
): Promise<Verified> {
  const { audit, db, clock, secret } = context;
  // An id counts only if its account exists: otherwise each made-up id would have tries of its own.
  const isNamed = Boolean(id) && (await findPendingKey(db.read, id ?? '')) !== undefined;
  await allowCodeTry(context, client, isNamed && id ? [id] : []);
  const refusal = new AppError(400, wrongCode, { code: wrongCode });
  const activated = await audit
    .write(client, async (trx, note) => {
      const key = id ? await findPendingKey(trx, id) : emailKey(email ?? '');
      const pendings = key === undefined ? [] : await lockPendings(context, trx, key);
      const isOfAddress = email === undefined || key === emailKey(email);
      const meant = pendings.filter((row) => isOfAddress && (!id || row.id === id));
      const account = key === undefined ? undefined : await findAccountByEmail(trx, key);
      // A wrong code counts as a try at each of them.
      const userIds = meant.map((row) => row.id);
      const userId = await useCodeOfOneOf(context, trx, { userIds, isNamed: Boolean(id), code, client });
      const pending = meant.find((row) => row.id === userId);
      if (!pending || key === undefined || pending.banned_at !== null || account) {
        await note('code.refused', meant[0]?.id ?? null);
        return null;
      }
      const now = clock();
      const isUncontested = pendings.every((row) => row.password_hash === pending.password_hash);
      const keepsPassword = id === undefined ? isUncontested : id !== '';
      await endPendings(
        trx,
        pendings.filter((row) => row !== pending),
      );
      const newHash = keepsPassword ? null : hashOfNoPassword(saltOf([pending], key, secret));
      const user = await activate(trx, { pending, key, newHash, now });
      const except = keepsPassword ? sessionId : undefined;
      await revokeSessionsOf(trx, user.id, now, { except });
      await recordEvent(trx, { userId: user.id, category: 'ACCOUNT_VERIFIED', appId: null, at: now });
      await note('account.verified', user.id);
      noteChanged(dataKey.user(user.id), dataKey.users);
      return { user, keepsPassword, session: await startSession(trx, user.id, now, client) };
    })
    .catch((error: unknown) => {
      // Another account of the address was verified at the same moment.
      if (db.engine.uniqueViolation(error)?.includes('email_key')) throw refusal;
      throw error;
    });
  if (!activated) throw refusal;
  const { user, keepsPassword, session } = activated;
  return {
    userId: user.id,
    pair: await pairFor(context, user, session),
    resetToken: keepsPassword ? null : await resetTokenFor(context, user),
  };
}

interface Activation {
  pending: UserTable;
  key: string;
  /** Replaces the password and clears the profile, where a stranger may have entered them. */
  newHash: string | null;
  now: number;
}

/**
 * Gives the address to a pending account.
 * @throws a unique violation where another account got the address at the same moment
 */
async function activate(trx: WriteDb, { pending, key, newHash, now }: Activation): Promise<UserTable> {
  if (newHash !== null) {
    await trx.deleteFrom('old_handles').where('user_id', '=', pending.id).execute();
    // Their logins used the password that is replaced.
    await trx.deleteFrom('known_devices').where('user_id', '=', pending.id).execute();
  }
  return await trx
    .updateTable('users')
    .set({
      pending_email_key: null,
      pending_until: null,
      ...(newHash !== null && { ...emptyProfile, password_hash: newHash }),
      email_key: key,
      is_verified: 1,
      // The address was just read.
      mail_refused_at: null,
      updated_at: now,
    })
    .where('id', '=', pending.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes pending accounts that nobody has used for a day. */
export async function sweepPendings({ clock, db }: Context): Promise<void> {
  const old = { table: 'users', key: 'id', column: 'pending_until' } as const;
  // A literal, so that the planner can use the partial index of pending accounts.
  await removeUntil(db, old, clock(), sql`is_verified = 0`);
}

async function insertAccount(trx: WriteDb, row: NewUserRow): Promise<void> {
  await trx.insertInto('users').values(row).execute();
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
export async function createSampleOwner({ db, clock }: Context, owner: SampleOwner): Promise<{ id: string }> {
  const id = newId();
  const { email, firstname, lastname, about, country, address, picture, dateJoined: at } = owner;
  await db.write(async (trx) => {
    if (picture) await recordPicture(trx, picture, clock());
    await insertAccount(trx, {
      ...{ id, email, firstname, lastname, about, country, address },
      email_key: emailKey(email),
      pending_email_key: null,
      pending_until: null,
      password_hash: null,
      phone_no: owner.phoneNo,
      show_email: 1,
      show_phone: 1,
      show_address: 1,
      country_code: owner.countryCode,
      tags: JSON.stringify(owner.tags),
      social_links: JSON.stringify(owner.socialLinks),
      picture_id: picture?.id ?? null,
      handle: null,
      views: 0,
      is_verified: 1,
      created_at: at,
      updated_at: at,
    });
    await recordEvent(trx, { userId: id, category: 'SIGNUP', appId: null, at });
    await recordEvent(trx, { userId: id, category: 'ACCOUNT_VERIFIED', appId: null, at: at + 120_000 });
  });
  return { id };
}
