// Sign-ups. An account is pending until the code that was mailed for it is entered: until then it may be logged in to,
// and is nobody's but its owner's to see. Several may be pending for one address, each with its own names, password,
// code and sessions; the first to be verified gets the address, and the others end.
// docs/decisions/011-pending-accounts.md.
import type { Insertable } from 'kysely';
import type { z } from 'zod';
import { brand } from '../../shared/page/brand.ts';
import type { signupSchema, TokenPair } from '../../shared/schemas/accounts.ts';
import { recordPicture, type StoredPicture } from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Schema, UserTable } from '../platform/db/schema.ts';
import { fieldError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Client } from '../platform/security/client.ts';
import { refuseImpostor, refuseRestricted } from '../rules/index.ts';
import { recordEvent } from '../apps/listings.ts';
import { allowCodeTry, countAsking, issueCode, mayMail, useCode } from './codes.ts';
import type { Context } from '../context.ts';
import { mailVerification } from './mails.ts';
import { hashPassword, noPassword, refuseWhenBusy, saltOf } from './passwords.ts';
import { refuseGuessablePassword } from './refused-passwords.ts';
import { pairFor, revokeSessionsOf, startSession } from './sessions.ts';
import { signReset } from './tokens.ts';
import { emailKey, findAccountByEmail, findAccountsOfAddress, pendingMs } from './users.ts';

/** Most pending accounts of one address. */
const maxPending = 200;

/** The `emailKey` of a pending account's address; '' where there is none. */
async function findPendingKey(db: ReadDb, id: string): Promise<string> {
  const pending = db.selectFrom('users').select('pending_email_key').where('id', '=', id);
  return (await pending.executeTakeFirst())?.pending_email_key ?? '';
}

/** The pending accounts of an address, newest first, locked until the transaction ends. */
async function lockPendings(trx: WriteDb, key: string): Promise<UserTable[]> {
  const rows = await trx
    .selectFrom('users')
    .selectAll()
    .where('pending_email_key', '=', key)
    .where('is_verified', '=', 0)
    // Every transaction locks in this order, so that no two deadlock.
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

/** Their sessions, codes, timeline and handles go with them (foreign keys). */
async function endPendings(trx: WriteDb, rows: readonly UserTable[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom('users').where('id', 'in', ids).where('is_verified', '=', 0).execute();
}

/**
 * Creates a pending account and mails its code. For an address with a verified account it creates one too, which can
 * never be verified, and the mail says that there is an account. So this and every later answer are the same for both.
 * @throws AppError 403 for a restricted address or network, 400 for a guessable password or a reserved name, 429
 */
export async function signUp(
  context: Context,
  { email, firstname, lastname, password, show_email }: z.output<typeof signupSchema>,
  client: Client,
): Promise<{ id: string; email: string; firstname: string; lastname: string }> {
  const { audit, db, clock, limiter, secret } = context;
  refuseWhenBusy();
  // Before the quota, which people behind one address share: refused passwords must not use it up.
  refuseGuessablePassword('password', password, { email, firstname, lastname });
  await refuseImpostor(db.read, { name: `${firstname} ${lastname}`, userId: null, field: 'firstname' });
  await limiter.spend(quotas.signUps, { account: null, client });
  const { address } = client;
  await refuseRestricted(db.read, { action: 'sign-up', email, address, accountId: null, now: clock() });
  const [id, key] = [newId(), emailKey(email)];
  const isMailed = await mayMail(context, email, client);
  const salt = saltOf(await findAccountsOfAddress(db.read, email), key, secret);
  const passwordHash = await hashPassword(password, { salt });
  const now = clock();
  await audit.write(client, async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    const pendings = await lockPendings(trx, key);
    const byUse = pendings.toSorted((one, other) => (other.pending_until ?? 0) - (one.pending_until ?? 0));
    await endPendings(trx, byUse.slice(maxPending - 1));
    const row = {
      ...{ id, email, firstname, lastname, created_at: now, updated_at: now },
      email_key: `pending:${id}`,
      pending_email_key: key,
      pending_until: now + pendingMs,
      password_hash: passwordHash,
      show_email: show_email ? (1 as const) : (0 as const),
      // Until its owner gives a telephone number of another country.
      country: brand.country,
      country_code: 'NG',
    };
    await trx.insertInto('users').values(row).execute();
    await recordEvent(trx, { user_id: id, category: 'SIGNUP', created_at: now });
    // A code that the mail does not contain is tried like any other.
    const asking = { userId: id, purpose: 'registration', client, replaces: 'all' } as const;
    const code = await issueCode(context, trx, asking);
    if (isMailed) await mailVerification(context, trx, email, code, account);
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
  const isMailed = await countAsking(context, 'registration', email, client);
  await context.audit.write(client, async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    const pendings = await lockPendings(trx, emailKey(email));
    const pending = id ? pendings.find((row) => row.id === id) : pendings[0];
    if (!pending || pending.banned_at !== null || !isMailed) return;
    // A stranger who knows the address cannot void the owner's code.
    const replaces = id ? 'all' : 'those of this network';
    const asking = { userId: pending.id, purpose: 'registration', client, replaces } as const;
    const code = await issueCode(context, trx, asking);
    await mailVerification(context, trx, pending.email, code, account);
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

/**
 * Verifies the pending account that the code was mailed for. Ends all other pending accounts of the address, and every
 * session but the one that entered the code.
 *
 * A request that does not name the account proves only that its sender reads the mails of the address; a stranger may
 * have signed it up. So its password and profile are cleared, except the names, unless the client knows no ids and
 * nobody signed up the address with another password.
 * @returns with a token to set a password, unless the account keeps the one from the sign-up
 * @throws AppError 400 with one message for a code that is wrong, used, expired or tried too often
 */
export async function verifyAccount(
  context: Context,
  { code, email, id, sessionId }: Verification,
  client: Client,
): Promise<{ userId: string; pair: TokenPair; resetToken: string | null }> {
  const { audit, db, clock } = context;
  const key = id ? await findPendingKey(db.read, id) : emailKey(email ?? '');
  // An id counts only if its account exists: otherwise each made-up id would have tries of its own.
  await allowCodeTry(context, client, id && key !== '' ? [id] : []);
  const activated = await audit.write(client, async (trx, note) => {
    const pendings = await lockPendings(trx, key);
    const isOfAddress = email === undefined || key === emailKey(email);
    const meant = pendings.filter((row) => isOfAddress && (!id || row.id === id));
    // A wrong code counts as a try at each of them.
    const userIds = meant.map((row) => row.id);
    const isNamed = Boolean(id);
    const userId = await useCode(context, trx, { purpose: 'registration', userIds, isNamed, code, client });
    const pending = meant.find((row) => row.id === userId);
    const isTaken = (await findAccountByEmail(trx, key)) !== undefined;
    if (!pending || pending.banned_at !== null || isTaken) {
      await note('code.refused', meant[0]?.id ?? null);
      return null;
    }
    const now = clock();
    const isUncontested = pendings.every((row) => row.password_hash === pending.password_hash);
    const keepsPassword = id === undefined ? isUncontested : id !== '';
    const others = pendings.filter((row) => row !== pending);
    await endPendings(trx, others);
    if (!keepsPassword) await clearProfile(trx, pending.id);
    const user = await trx
      .updateTable('users')
      .set({ pending_email_key: null, pending_until: null, email_key: key, is_verified: 1, updated_at: now })
      // The address was just read.
      .set({ mail_refused_at: null })
      .where('id', '=', pending.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await revokeSessionsOf(trx, user.id, now, { except: keepsPassword ? sessionId : undefined });
    await recordEvent(trx, { user_id: user.id, category: 'ACCOUNT_VERIFIED', created_at: now });
    await note('account.verified', user.id);
    noteChanged(dataKey.user(user.id), dataKey.users);
    return { user, keepsPassword, session: await startSession(trx, user.id, now, client) };
  });
  if (!activated) throw fieldError('code', wrongCode);
  const { user, keepsPassword, session } = activated;
  return {
    userId: user.id,
    pair: await pairFor(context, user, session),
    resetToken: keepsPassword ? null : await signReset(context, user),
  };
}

/** Clears the password and the profile, where a stranger may have entered them. Who sees its entries is a choice. */
async function clearProfile(trx: WriteDb, userId: string): Promise<void> {
  await trx.deleteFrom('old_handles').where('user_id', '=', userId).execute();
  // Their logins used the password that is replaced.
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
  await trx
    .updateTable('users')
    .set({ phone_no: '', address: '', about: '', tags: '[]', social_links: '{}' })
    .set({ picture_id: null, handle: null, password_hash: noPassword })
    .where('id', '=', userId)
    .execute();
}

export interface SampleOwner extends Omit<
  Insertable<Schema['users']>,
  'id' | 'email_key' | 'is_verified' | 'picture_id' | 'updated_at'
> {
  picture: StoredPicture | null;
  created_at: number;
}

/** Creates an account that owns sample listings. Without a password, nobody can log in to it. */
export async function createSampleOwner({ db, clock }: Context, { picture, ...owner }: SampleOwner) {
  const [id, at] = [newId(), owner.created_at];
  const email_key = emailKey(owner.email);
  await db.write(async (trx) => {
    if (picture) await recordPicture(trx, picture, clock());
    const row = {
      ...owner,
      id,
      email_key,
      picture_id: picture?.id ?? null,
      is_verified: 1,
      updated_at: at,
    } as const;
    await trx.insertInto('users').values(row).execute();
    await recordEvent(trx, { user_id: id, category: 'SIGNUP', created_at: at });
    await recordEvent(trx, { user_id: id, category: 'ACCOUNT_VERIFIED', created_at: at + 120_000 });
  });
  return { id };
}
