// Who takes part in a conversation, and what they may write.
import { createHmac } from 'node:crypto';
import { fullName } from '../../shared/schemas/users.ts';
import { countLinks, withoutLinks } from '../../shared/text/link-like.ts';
import { messages } from '../../shared/text/messages.ts';
import { emailKey, findAccountsOfMailbox, findAnyUser } from '../accounts/index.ts';
import type { Engine, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { ConversationTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
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

/** Locked against other writers until the transaction ends. */
export async function lockConversation(
  engine: Pick<Engine, 'name'>,
  trx: WriteDb,
  id: string,
): Promise<ConversationTable | undefined> {
  return await trx
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function changeConversation(
  trx: WriteDb,
  id: string,
  columns: Partial<ConversationTable>,
): Promise<void> {
  await trx.updateTable('conversations').set(columns).where('id', '=', id).execute();
}

/** Links in a letter. Threat: letters that only carry links. */
const mostLinks = 1;

/** @throws AppError 400 */
export function refuseManyLinks(text: string): void {
  if (countLinks(text) <= mostLinks) return;
  throw new AppError(400, messages.letters.manyLinks, { message: messages.letters.manyLinks });
}

/** The letter as it is mailed: a writer without an account may send no link at all. */
export const linksAllowed = (text: string, hasAccount: boolean): string =>
  hasAccount
    ? text
    : text
        .split(/\n\s*\n/u)
        .map(withoutLinks)
        .join('\n\n');
