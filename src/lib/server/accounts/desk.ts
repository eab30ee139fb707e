// What staff do to the account of somebody else.
import { hasRole, type Role } from '../../shared/schemas/factors.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { countDeleted, countUpdated } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { NoteEvent } from '../platform/security/audit.ts';
import type { Staff } from '../platform/security/client.ts';
import { issueCode } from './codes.ts';
import type { Context } from '../context.ts';
import { removeFactorsOf } from './factors/factors.ts';
import { rateRules } from './guesses.ts';
import { composeMail, mailVerification } from './mails.ts';
import { revokeSessionsOf } from './sessions.ts';
import { changeUser, findAccountByEmail, findAccountsOfAddress, lockAccount } from './users.ts';

/**
 * Locks the account that a member of staff acts on, and records who did. Threats: a moderator who takes rights, or
 * shuts out an admin; and a mistake with one's own account, which would end the desk session that it was made with.
 * @throws AppError 403, 404
 */
async function acting<Result>(
  { audit }: Context,
  staff: Staff,
  userId: string,
  work: (trx: WriteDb, note: NoteEvent, user: UserTable) => Promise<Result>,
): Promise<Result> {
  return await audit.write(staff.client, async (trx, note) => {
    const user = await lockAccount(trx, userId);
    if (!user) throw new AppError(404, 'There is no such account.');
    if (user.id === staff.userId)
      throw new AppError(403, 'This is your own account. Change it on your profile.');
    if (user.role !== 'member' && staff.role !== 'admin')
      throw new AppError(403, 'Only an admin may do this to a member of staff.');
    const result = await work(trx, note, user);
    await note('staff.acted', staff.userId);
    return result;
  });
}

/** Ends every session of an account. @returns how many @throws AppError 403, 404 */
export async function endSessionsFor(context: Context, staff: Staff, userId: string): Promise<number> {
  return await acting(context, staff, userId, async (trx, note) => {
    const ended = await revokeSessionsOf(trx, userId, context.clock());
    await note('session.staff-ended', userId);
    return ended;
  });
}

/**
 * Mails a new verification code to a pending account.
 * @throws AppError 403, 404, 409 for an account that is verified, 429 within a minute of the last mail
 */
export async function sendVerificationFor(context: Context, staff: Staff, userId: string) {
  await context.limiter.hit(rateRules.mailAgain, `desk:${userId}`);
  await acting(context, staff, userId, async (trx, note, user) => {
    if (user.is_verified === 1) throw new AppError(409, 'This account is verified already.');
    if (user.banned_at !== null) throw new AppError(409, 'This account is suspended.');
    const asking = { userId, purpose: 'registration', client: staff.client } as const;
    const code = await issueCode(context, trx, { ...asking, replaces: 'those of this network' });
    const account = await findAccountByEmail(trx, user.email);
    await mailVerification(context, trx, user.email, code, account);
    await note('code.sent', userId);
  });
}

/** Changes how many apps an account may have. @throws AppError 403, 404 */
export async function changeAppLimitFor(context: Context, staff: Staff, userId: string, limit: number) {
  await acting(context, staff, userId, async (trx, note) => {
    await changeUser(trx, userId, { app_limit: limit });
    await note('account.limit-changed', userId);
  });
}

/** Gives or takes a role. The caller has checked that an admin asks. @throws AppError 403, 404, 409 */
export async function changeRoleFor(context: Context, staff: Staff, userId: string, role: Role) {
  await acting(context, staff, userId, async (trx, note, user) => {
    if (user.banned_at !== null) throw new AppError(409, 'This account is suspended.');
    if (user.is_verified !== 1)
      throw new AppError(409, 'This account is not verified, so nobody knows whose it is.');
    await changeRole(trx, note, user, role, context.clock());
    noteChanged(dataKey.user(userId));
  });
}

// Gives and takes the roles of staff. Threat: somebody who keeps rights that were taken away. So the role is read from
// the database at each request, and a demotion ends every session of the account.

/**
 * Changes the role of a verified account, which is locked. @returns the role before, and how many sessions have ended
 */
async function changeRole(
  trx: WriteDb,
  note: NoteEvent,
  { id, role: before }: UserTable,
  role: Role,
  now: number,
): Promise<{ before: Role; ended: number }> {
  if (before === role) return { before, ended: 0 };
  await changeUser(trx, id, { role, updated_at: now });
  const isDemotion = hasRole(before, role);
  const ended = isDemotion ? await revokeSessionsOf(trx, id, now) : 0;
  await note(isDemotion ? 'role.revoked' : 'role.granted', id);
  return { before, ended };
}

/** For the operator's command. @throws AppError 404; 409 for an address that nobody has verified */
export async function grantRole(
  { audit, clock }: Pick<Context, 'audit' | 'clock'>,
  { email, role }: { email: string; role: Role },
): Promise<{ before: Role; ended: number }> {
  return await audit.write('operator', async (trx, note) => {
    const [found] = await findAccountsOfAddress(trx, email);
    const user = found && (await lockAccount(trx, found.id));
    if (!user)
      throw new AppError(
        404,
        `No account has the address ${email}. Look at how it is spelled; capitals do not count.`,
      );
    if (user.is_verified !== 1)
      throw new AppError(
        409,
        `${email} is not verified: anybody can sign up with an address. Have its owner verify it first.`,
      );
    return await changeRole(trx, note, user, role, clock());
  });
}

/** Accounts with a role, except banned ones; oldest first. */
export async function findStaff(db: ReadDb): Promise<UserTable[]> {
  const staff = db.selectFrom('users').selectAll().where('role', '<>', 'member');
  return await staff.where('banned_at', 'is', null).orderBy('id').execute();
}

/**
 * Whom a breach affects, for the letter that the operator has to write: everybody, or the accounts of these ids.
 * @param after the last id of the page before, or ''
 */
export async function findAffected(db: ReadDb, ids: string[] | null, after: string, limit: number) {
  const accounts = db.selectFrom('users').selectAll().orderBy('id');
  if (ids) return ids.length === 0 ? [] : await accounts.where('id', 'in', ids).execute();
  return await accounts.where('id', '>', after).limit(limit).execute();
}

type OperatorContext = Pick<Context, 'audit' | 'clock'>;

/** Ends every session. Records one event for all, because one for each account could be too many for a transaction. */
export async function endAllSessions({ audit, clock }: OperatorContext): Promise<number> {
  return await audit.write('operator', async (trx, note) => {
    await note('session.operator-ended-all', null);
    await trx.deleteFrom('api_tokens').execute();
    return await countDeleted(trx.deleteFrom('sessions').where('expires_at', '>', clock()));
  });
}

/**
 * Bans an account: removes its sessions and codes, refuses logins, and hides everything of it from the commit on.
 * @returns whether it was open
 */
export async function banAccount(trx: WriteDb, userId: string, reason: string, now: number) {
  const banned = trx.updateTable('users').set({ banned_at: now, ban_reason: reason, updated_at: now });
  if ((await countUpdated(banned.where('id', '=', userId).where('banned_at', 'is', null))) === 0)
    return false;
  await revokeSessionsOf(trx, userId, now);
  await trx.deleteFrom('codes').where('user_id', '=', userId).execute();
  return true;
}

/** Lifts a ban; the owner has to log in again. @returns whether there was one */
export async function unbanAccount(trx: WriteDb, userId: string, now: number): Promise<boolean> {
  const open = trx.updateTable('users').set({ banned_at: null, ban_reason: '', updated_at: now });
  return (await countUpdated(open.where('id', '=', userId).where('banned_at', 'is not', null))) > 0;
}

// For a person who has lost all second factors with their recovery codes. Threat: a stranger who talks the operator
// into it. So the owner is mailed, every session ends, and the password is still needed.

/** @returns how many factors the account had @throws AppError 404 without a verified account of this address */
export async function operatorRemovesFactors(
  { audit, clock }: OperatorContext,
  { email, contactEmail }: { email: string; contactEmail: string },
): Promise<number> {
  return await audit.write('operator', async (trx, note) => {
    const user = await findAccountByEmail(trx, email);
    if (!user)
      throw new AppError(404, `No verified account has the address ${email}. Look at how it is spelled.`);
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
