// Who takes part in a conversation.
import { createHmac } from 'node:crypto';
import { fullName } from '../../shared/schemas/users.ts';
import { emailKey, findAccountsOfMailbox, findAnyUser } from '../accounts/index.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { ConversationTable } from '../platform/db/schema.ts';
import type { Client } from '../platform/security/client.ts';
import { mailboxOf, refuseRestricted } from '../rules/index.ts';
import type { Party } from './mails.ts';

export const sides = ['developer', 'sender'] as const;
export type Side = (typeof sides)[number];

interface Participant extends Party {
  /** The own account, or those of a guest's mailbox. */
  accountIds: string[];
}

/** Keyed hash of the mailbox of an address. */
export const senderKeyOf = (secret: Uint8Array, email: string): string =>
  createHmac('sha256', secret)
    .update(`letter:${mailboxOf(emailKey(email))}`)
    .digest('hex')
    .slice(0, 32);

/** The address of an account to which mail may be sent; null for one that is closed or banned. */
async function ofAccount(db: ReadDb, id: string): Promise<Participant | null> {
  const account = await findAnyUser(db, id);
  if (!account || account.banned_at !== null) return null;
  return { email: account.email, name: fullName(account), accountIds: [id] };
}

/**
 * The accounts that a guest's mailbox has by now, because a guest must not get round what an account may not do.
 * @returns their ids; null where one of them is suspended
 */
export async function accountsOfGuest(db: ReadDb | WriteDb, email: string): Promise<string[] | null> {
  const accounts = await findAccountsOfMailbox(db, email);
  return accounts.some(({ banned_at }) => banned_at !== null) ? null : accounts.map(({ id }) => id);
}

/** null for somebody who cannot be mailed any more. */
export async function partyOf(
  db: ReadDb,
  { developer_id, email, name, sender_id }: ConversationTable,
  side: Side,
): Promise<Participant | null> {
  if (side === 'developer') return await ofAccount(db, developer_id);
  if (sender_id === null) {
    const accountIds = email === '' ? null : await accountsOfGuest(db, email);
    return accountIds && { email, name, accountIds };
  }
  const account = await ofAccount(db, sender_id);
  return account && { ...account, name };
}

/** @throws AppError 403 for a writer who is restricted by address, network or account */
export async function refuseRestrictedWriter(
  trx: WriteDb,
  { email, accountIds }: Pick<Participant, 'accountIds' | 'email'>,
  { address }: Client,
  now: number,
): Promise<void> {
  for (const accountId of accountIds.length === 0 ? [null] : accountIds)
    await refuseRestricted(trx, { action: 'contact', email, address, accountId, now });
}
