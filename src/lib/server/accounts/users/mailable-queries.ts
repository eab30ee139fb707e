// Who gets mails about what they follow: verified, open accounts whose address takes mails.
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { Recipient } from '../mails.ts';
import { emailKey } from '../account-queries.ts';
import { publicUsers } from './public-user-queries.ts';

export interface Mailable extends Recipient {
  id: string;
}

/** Those of these accounts that may be mailed. */
export async function findMailable(db: ReadDb, ids: readonly string[]): Promise<Mailable[]> {
  if (ids.length === 0) return [];
  return await publicUsers(db)
    .select(['users.id', 'users.email', 'users.firstname'])
    .where('users.id', 'in', ids)
    .where('users.mail_refused_at', 'is', null)
    .execute();
}

/** Notes that a mail server has refused the address for good. A code that was mailed to it clears that. */
export async function markMailRefused(trx: WriteDb, email: string, now: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ mail_refused_at: now })
    .where('email_key', '=', emailKey(email))
    .execute();
}

/** Somebody has entered a code that was mailed to the address of the account. */
export async function clearMailRefused(trx: WriteDb, userId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ mail_refused_at: null })
    .where('id', '=', userId)
    .where('mail_refused_at', 'is not', null)
    .execute();
}
