import { messages } from '../../shared/text/messages.ts';
import { closeAccount, lockUser, type Caller, type Client } from '../accounts/index.ts';
import { noteClosedOwner } from '../apps/index.ts';
import { AppError } from '../platform/errors.ts';
import { cancelJobs, enqueueJob } from '../platform/jobs/jobs.ts';
import { keepAnswer } from '../platform/idempotency/kept-answers.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { dataKey, type DataKey } from '../platform/reads/data-keys.ts';
import type { OwnDataContext } from './context.ts';

/**
 * Closes the account in one small transaction: logins end, and it cannot be found with anything that belongs to it. A
 * job removes the rest and mails when it is done (delete-account-job.ts). Only the audit trail stays, which names
 * nobody.
 * @throws AppError 400 for a wrong password
 */
export async function deleteAccount(
  context: OwnDataContext,
  { userId, sessionId, isVerified }: Caller,
  password: string,
  client: Client,
): Promise<void> {
  const { accounts, audit, clock, db, publishChanges, wakeJobs } = context;
  const confirmed = await accounts.confirmPassword(userId, password, client);
  await audit.write(client, async (trx, note) => {
    const now = clock();
    const account = { id: userId, passwordHash: confirmed, sessionId, now };
    const owner = await closeAccount(trx, db.engine, account);
    // The account is gone, or the caller's session has ended meanwhile.
    if (!owner) throw new AppError(401, messages.errors.login);
    // The address of a pending account is unproven: it gets no mail, and mails to it may belong to others.
    await enqueueDeletion(trx, userId, { ...owner, email: isVerified ? owner.email : '' }, now);
    await note('account.deleted', userId);
    await keepAnswer(trx);
  });
  await publishChanges(keysOfAccount(userId));
  wakeJobs();
}

/**
 * Deletes an account for its owner, who has asked staff for it. Works as `deleteAccount`, without the password.
 * @throws AppError 400 where the email is another one, 403 for staff and for one's own account, 404
 */
export async function deleteOnRequest(
  { audit, clock, db, publishChanges, wakeJobs }: OwnDataContext,
  staff: { userId: string; client: Client },
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const user = await lockUser(trx, userId, now);
    if (!user) throw new AppError(404, 'There is no such account.');
    if (user.id === staff.userId)
      throw new AppError(403, 'This is your own account. Delete it on your profile.');
    if (user.role !== 'member') throw new AppError(403, 'Take the role away first.');
    if (user.email.toLowerCase() !== email.trim().toLowerCase())
      throw new AppError(400, 'This is not the email of this account.', {
        email: 'This is not the email of this account.',
      });
    const owner = await closeAccount(trx, db.engine, { id: userId, passwordHash: user.password_hash, now });
    if (!owner) throw new AppError(404, 'There is no such account.');
    await enqueueDeletion(trx, userId, { ...owner, email: user.is_verified === 1 ? owner.email : '' }, now);
    await note('account.deleted', userId);
    await note('staff.acted', staff.userId);
  });
  await publishChanges(keysOfAccount(userId));
  wakeJobs();
}

/** Starts the job that removes everything of a closed account. It mails at its end, unless `email` is empty. */
async function enqueueDeletion(
  trx: WriteDb,
  accountId: string,
  owner: { email: string; firstname: string },
  now: number,
): Promise<void> {
  await cancelJobs(trx, accountId);
  await noteClosedOwner(trx, accountId, now);
  const state = { ...owner, stage: 0, closedAt: now };
  await enqueueJob(trx, { kind: 'delete-account', accountId, state, total: 0 }, now);
}

/** Pages of its apps have noted the key of their owner. */
const keysOfAccount = (userId: string): DataKey[] => [
  dataKey.pictures,
  dataKey.apps,
  dataKey.users,
  dataKey.user(userId),
];

/** Deletes an account that nobody can log in to, such as those of the sample listings. */
export async function deleteOwnerless(
  { clock, db, publishChanges, wakeJobs }: OwnDataContext,
  userId: string,
): Promise<void> {
  await db.write(async (trx) => {
    const now = clock();
    const owner = await closeAccount(trx, db.engine, { id: userId, passwordHash: null, now });
    if (owner) await enqueueDeletion(trx, userId, { ...owner, email: '' }, now);
  });
  await publishChanges(keysOfAccount(userId));
  wakeJobs();
}
