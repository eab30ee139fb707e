import { messages } from '../../shared/text/messages.ts';
import { closeAccount, type Caller, type Client } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';
import { callOffJobs, enqueueJob } from '../platform/jobs/jobs.ts';
import type { InTransaction } from '../platform/idempotency/kept-answers.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { OwnDataContext } from './context.ts';

/**
 * Closes the account in one small transaction: logins end, and it cannot be found with anything that belongs to it. A
 * job removes the rest and mails when it is done (delete-account-job.ts). Only the audit trail stays, which names
 * nobody.
 * @throws AppError 400 for a wrong password
 */
export async function deleteAccount(
  context: OwnDataContext,
  { userId, isVerified }: Caller,
  password: string,
  client: Client,
  keep?: InTransaction<void>,
): Promise<void> {
  const { accounts, audit, clock, db, publishChanges, wakeJobs } = context;
  const confirmed = await accounts.confirmPassword(userId, password, client);
  await audit.write(client, async (trx, note) => {
    const now = clock();
    const owner = await closeAccount(trx, db.engine, { id: userId, passwordHash: confirmed, now });
    // The account is gone, or its password was changed meanwhile, which ended the caller's session.
    if (!owner) throw new AppError(401, messages.errors.login);
    await callOffJobs(trx, userId);
    // The address of a pending account is unproven: it gets no mail, and mails to it may belong to others.
    const email = isVerified ? owner.email : '';
    const state = { ...owner, email, stage: 0, closedAt: now };
    await enqueueJob(trx, { kind: 'delete-account', accountId: userId, state, total: 0 }, now);
    await note('account.deleted', userId);
    await keep?.(trx);
  });
  // Pages of its apps have noted the key of their owner.
  await publishChanges([dataKey.pictures, dataKey.apps, dataKey.users, dataKey.user(userId)]);
  wakeJobs();
}
