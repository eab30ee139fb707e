// What staff do to the account of somebody else.
import { sql } from 'kysely';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import { hasRole, type Role, type StaffRole } from '../../shared/schemas/factors.ts';
import { fold } from '../../shared/text/text.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { countRows, countUpdated } from '../platform/db/statements.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { NoteEvent } from '../platform/security/audit.ts';
import type { Client } from '../platform/security/client.ts';
import { issueCode } from './codes.ts';
import type { Context } from '../context.ts';
import { removeFactorsOf } from './factors/factors.ts';
import { findUserIdOfHandle } from './handles.ts';
import { rateRules } from './limits.ts';
import { composeMail, verificationCode } from './mails.ts';
import { revokeSessionsOf } from './session-queries.ts';
import { changeUser, findAccountByEmail, findAccountsOfAddress, lockAccount } from './users.ts';

interface ActingStaff {
  userId: string;
  role: StaffRole;
  client: Client;
}

async function lockTarget(
  { db }: Context,
  trx: WriteDb,
  staff: ActingStaff,
  userId: string,
): Promise<UserTable> {
  const user = await lockAccount(trx, db.engine, userId);
  if (!user) throw new AppError(404, 'There is no such account.');
  refuseActing(staff, user);
  return user;
}

/** Ends every session of an account. @returns how many @throws AppError 403, 404 */
export async function endSessionsFor(context: Context, staff: ActingStaff, userId: string): Promise<number> {
  const { audit, clock } = context;
  return await audit.write(staff.client, async (trx, note) => {
    const user = await lockTarget(context, trx, staff, userId);
    const ended = await revokeSessionsOf(trx, user.id, clock());
    await note('session.staff-ended', user.id);
    await note('staff.acted', staff.userId);
    return ended;
  });
}

/**
 * Mails a new verification code to a pending account.
 * @throws AppError 403, 404, 409 for an account that is verified, 429 within a minute of the last mail
 */
export async function sendVerificationFor(
  context: Context,
  staff: ActingStaff,
  userId: string,
): Promise<void> {
  const { audit, clock, limiter } = context;
  await limiter.hit(rateRules.mailAgain, `desk:${userId}`);
  await audit.write(staff.client, async (trx, note) => {
    const user = await lockTarget(context, trx, staff, userId);
    if (user.is_verified === 1) throw new AppError(409, 'This account is verified already.');
    if (user.banned_at !== null) throw new AppError(409, 'This account is suspended.');
    const asking = { userId: user.id, client: staff.client, isNamed: false };
    const code = await issueCode(context, trx, asking);
    await enqueueMail(trx, verificationCode(context, user.email, code), clock());
    await note('code.sent', user.id);
    await note('staff.acted', staff.userId);
  });
}

/** Changes how many apps an account may have. @throws AppError 403, 404 */
export async function changeAppLimitFor(
  context: Context,
  staff: ActingStaff,
  { userId, limit }: { userId: string; limit: number },
): Promise<void> {
  await context.audit.write(staff.client, async (trx, note) => {
    const user = await lockTarget(context, trx, staff, userId);
    await changeUser(trx, user.id, { app_limit: limit });
    await note('account.limit-changed', user.id);
    await note('staff.acted', staff.userId);
  });
}

/** Gives or takes a role. The caller has checked that an admin asks. @throws AppError 403, 404, 409 */
export async function changeRoleFor(
  context: Context,
  staff: ActingStaff,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await context.audit.write(staff.client, async (trx, note) => {
    const user = await lockTarget(context, trx, staff, userId);
    if (user.banned_at !== null) throw new AppError(409, 'This account is suspended.');
    const { kind } = await changeRole(trx, note, context, { userId: user.id, role });
    if (kind === 'unverified')
      throw new AppError(409, 'This account is not verified, so nobody knows whose it is.');
    noteChanged(dataKey.user(userId));
    await note('staff.acted', staff.userId);
  });
}

// Who of staff may act on which account. Threats: a moderator who takes rights, or shuts out an admin; and a slip on
// one's own account, which would end the desk session that it was made with.

/** @throws AppError 403 */
function refuseActing({ userId, role }: ActingStaff, target: { id: string; role: Role }): void {
  if (target.id === userId) throw new AppError(403, 'This is your own account. Change it on your profile.');
  if (hasRole(target.role, 'moderator') && role !== 'admin')
    throw new AppError(403, 'Only an admin may do this to a member of staff.');
}

// Gives and takes the roles of staff. Threat: somebody who keeps rights that were taken away. So the role is read from
// the database at each request, and a demotion ends every session of the account.

export type GrantedRole =
  | { kind: 'granted'; before: Role; endedSessions: number }
  | { kind: 'unchanged' }
  | { kind: 'unverified' }
  | { kind: 'missing' };

/** Changes the role of an account in the caller's transaction. */
async function changeRole(
  trx: WriteDb,
  note: NoteEvent,
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { userId, role }: { userId: string; role: Role },
): Promise<GrantedRole> {
  const user = await lockAccount(trx, db.engine, userId);
  if (!user) return { kind: 'missing' };
  if (user.is_verified !== 1) return { kind: 'unverified' };
  if (user.role === role) return { kind: 'unchanged' };
  const now = clock();
  await changeUser(trx, userId, { role, updated_at: now });
  const isDemotion = hasRole(user.role, role);
  const endedSessions = isDemotion ? await revokeSessionsOf(trx, userId, now) : 0;
  await note(isDemotion ? 'role.revoked' : 'role.granted', userId);
  return { kind: 'granted', before: user.role, endedSessions };
}

/** For the operator's command. Refuses an address that nobody has verified: anybody can sign up with it. */
export async function grantRole(
  context: Pick<Context, 'audit' | 'clock' | 'db'>,
  { email, role }: { email: string; role: Role },
): Promise<GrantedRole> {
  return await context.audit.write('operator', async (trx, note) => {
    const user = await findAccountByEmail(trx, email);
    if (user) return await changeRole(trx, note, context, { userId: user.id, role });
    const isPending = (await findAccountsOfAddress(trx, email)).length > 0;
    return { kind: isPending ? 'unverified' : 'missing' };
  });
}

/** Accounts with a role, except deleted and banned ones; oldest first. */
export async function findStaff(
  db: ReadDb | WriteDb,
): Promise<Pick<UserTable, 'id' | 'email' | 'firstname' | 'lastname' | 'role'>[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'email', 'firstname', 'lastname', 'role'])
    .where('role', '<>', 'member')
    .where('banned_at', 'is', null)
    .orderBy('id')
    .execute();
}

// Accounts as staff find them: in every state.

/** The columns that staff see in a list. */
const columns = [
  ...(['id', 'firstname', 'lastname', 'email', 'handle'] as const),
  ...(['role', 'is_verified', 'banned_at', 'created_at'] as const),
] as const satisfies readonly (keyof UserTable)[];

export type FoundAccount = Pick<UserTable, (typeof columns)[number]>;

/** Name and email in one text, with a line break between them, because LIKE takes most of the time. */
const searched = sql<string>`(users.firstname || ' ' || users.lastname || ${sql.lit('\n')} || users.email)`;

/**
 * Finds accounts by id, by handle, or by a part of the name or the email, whatever its capitals and accents; newest
 * first. Reads every account: an index for parts of words would cost each change of a profile more, and staff are few
 * and have a quota.
 * @throws AppError 400 for an invalid cursor
 */
export async function searchAccounts(
  { engine, read: db }: Pick<Database, 'engine' | 'read'>,
  text: string,
  cursor: string | undefined,
): Promise<Page<FoundAccount>> {
  const pattern = `%${fold(text).replaceAll(/[!%_]/g, '!$&')}%`;
  const id = isId(text) ? text : ((await findUserIdOfHandle(db, text.replace(/^@/, '').toLowerCase())) ?? '');
  const isFound = sql<boolean>`${engine.folded(searched)} like ${pattern} escape '!'`;
  const found = db.selectFrom('users').where((eb) => eb.or([eb('users.id', '=', id), isFound]));
  const count = await countRows(db, found.select('users.id').limit(limits.counted).as('counted'));
  // Another look at every account would find nothing either.
  if (count === 0) return emptyPage();
  return await keysetPage(
    found.select(columns.map((name) => `users.${name}` as const)),
    { cursor, limit: limits.pageSize, table: 'users', column: 'created_at' },
    count,
  );
}

/** Places where the account is logged in. */
export async function countLiveSessions(db: ReadDb, userId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

// Whom a breach affects: what is stored of accounts, for the letter that the operator has to write.

const affectedColumns = [
  ...(['id', 'email', 'firstname', 'lastname', 'phone_no', 'address'] as const),
  ...(['is_verified', 'password_hash', 'created_at'] as const),
] as const satisfies readonly (keyof UserTable)[];

export type AffectedAccount = Pick<UserTable, (typeof affectedColumns)[number]>;

const affected = (db: ReadDb) => db.selectFrom('users').select(affectedColumns).orderBy('id');

/** @param after the last id of the page before, or '' */
export const findAllAccounts = async (db: ReadDb, after: string, limit: number): Promise<AffectedAccount[]> =>
  await affected(db).where('id', '>', after).limit(limit).execute();

export const findAccountsOfIds = async (db: ReadDb, ids: string[]): Promise<AffectedAccount[]> =>
  ids.length === 0 ? [] : await affected(db).where('id', 'in', ids).execute();

type OperatorContext = Pick<Context, 'audit' | 'clock'>;

/**
 * Ends every session of the accounts of an address, pending ones included.
 * @returns how many; null without an account
 */
export async function endSessionsOf(
  { audit, clock }: OperatorContext,
  email: string,
): Promise<number | null> {
  return await audit.write('operator', async (trx, note) => {
    const accounts = await findAccountsOfAddress(trx, email);
    if (accounts.length === 0) return null;
    let ended = 0;
    for (const { id } of accounts) {
      ended += await revokeSessionsOf(trx, id, clock());
      await note('session.operator-ended', id);
    }
    return ended;
  });
}

/** Ends every session. Records one event for all, because one for each account could be too many for a transaction. */
export async function endAllSessions({ audit, clock }: OperatorContext): Promise<number> {
  return await audit.write('operator', async (trx, note) => {
    const now = clock();
    const ended = await countUpdated(
      trx
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now),
    );
    await note('session.operator-ended-all', null);
    return ended;
  });
}

// For a person who has lost all second factors with their recovery codes. Threat: a stranger who talks the operator
// into it. So the owner is mailed, every session ends, and the password is still needed.

/** @returns how many factors the account had; null without a verified account of this address */
export async function operatorRemovesFactors(
  { audit, clock }: OperatorContext,
  { email, contactEmail }: { email: string; contactEmail: string },
): Promise<number | null> {
  return await audit.write('operator', async (trx, note) => {
    const user = await findAccountByEmail(trx, email);
    if (!user) return null;
    const removed = await removeFactorsOf(trx, user.id);
    if (removed === 0) return 0;
    const now = clock();
    await revokeSessionsOf(trx, user.id, now);
    await note('factor.operator-removed', user.id);
    const mail = composeMail(user, {
      subject: 'your second factors were removed',
      body: [
        'the operator of the site has removed the second factors of your account, because somebody asked for it. You were logged out everywhere, and your password is enough to log in.',
        `If it was not you who asked, write to ${contactEmail} at once.`,
      ],
    });
    await enqueueMail(trx, mail, now);
    return removed;
  });
}
