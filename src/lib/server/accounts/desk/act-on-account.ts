// What staff do to the account of somebody else.
import type { Role, StaffRole } from '../../../shared/schemas/roles.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { AppError } from '../../platform/errors.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { lockAccount } from '../account-queries.ts';
import { askerOf } from '../codes/code-limits.ts';
import { issueCode } from '../codes/code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { rateRules } from '../limits.ts';
import { changeRole } from '../roles/grant-role.ts';
import { revokeSessionsOf } from '../sessions/session-queries.ts';
import { changeUser } from '../users/user-writes.ts';
import { refuseActing } from './desk-policy.ts';

export interface ActingStaff {
  userId: string;
  role: StaffRole;
  client: Client;
}

async function lockTarget(
  { db }: AccountsContext,
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
export async function endSessionsFor(
  context: AccountsContext,
  staff: ActingStaff,
  userId: string,
): Promise<number> {
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
  context: AccountsContext,
  staff: ActingStaff,
  userId: string,
): Promise<void> {
  const { audit, clock, limiter, mails, secret, wakeMail } = context;
  await limiter.hit(rateRules.mailAgain, `desk:${userId}`);
  await audit.write(staff.client, async (trx, note) => {
    const user = await lockTarget(context, trx, staff, userId);
    if (user.is_verified === 1) throw new AppError(409, 'This account is verified already.');
    if (user.banned_at !== null) throw new AppError(409, 'This account is suspended.');
    const now = clock();
    const asker = askerOf(context, staff.client);
    const code = await issueCode(trx, { userId: user.id, now, secret, asker, isNamed: false });
    await enqueueMail(trx, mails.verificationCode(user.email, code), now);
    await note('code.sent', user.id);
    await note('staff.acted', staff.userId);
  });
  wakeMail();
}

/** Changes how many apps an account may have. @throws AppError 403, 404 */
export async function changeAppLimitFor(
  context: AccountsContext,
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
  context: AccountsContext,
  staff: ActingStaff,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  const { audit, publishChanges } = context;
  await audit.write(staff.client, async (trx, note) => {
    const user = await lockTarget(context, trx, staff, userId);
    if (user.banned_at !== null) throw new AppError(409, 'This account is suspended.');
    const { kind } = await changeRole(trx, note, context, { userId: user.id, role });
    if (kind === 'unverified')
      throw new AppError(409, 'This account is not verified, so nobody knows whose it is.');
    await note('staff.acted', staff.userId);
  });
  await publishChanges([dataKey.user(userId)]);
}
