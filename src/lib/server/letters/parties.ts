// Who takes part in a conversation.
import { fullName } from '../../shared/schemas/users.ts';
import { findAnyUser } from '../accounts/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { ConversationTable } from '../platform/db/schema.ts';
import type { Party } from './mails.ts';

export const sides = ['developer', 'sender'] as const;
export type Side = (typeof sides)[number];

/** The address of an account to which mail may be sent; null for one that is closed or banned. */
async function ofAccount(db: ReadDb, id: string): Promise<Party | null> {
  const account = await findAnyUser(db, id);
  if (!account || account.closed_at !== null || account.banned_at !== null) return null;
  return { email: account.email, name: fullName(account) };
}

/** null for somebody who cannot be mailed any more. */
export async function partyOf(
  db: ReadDb,
  { developer_id, email, name, sender_id }: ConversationTable,
  side: Side,
): Promise<Party | null> {
  if (side === 'developer') return await ofAccount(db, developer_id);
  if (sender_id === null) return { email, name };
  const account = await ofAccount(db, sender_id);
  return account && { ...account, name };
}
