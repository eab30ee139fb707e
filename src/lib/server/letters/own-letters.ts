// What the slice holds of an account: for the export of its data, and for its deletion.
import { findAnyUser } from '../accounts/index.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { endConversationsOf, findOwnConversations } from './own-letter-writes.ts';
import { senderKeyOf } from './parties.ts';

/** Conversations that the mailbox of an account began without the account are its own. */
export function createOwnLetters(secret: Uint8Array) {
  const keyOf = (email: string) => (email === '' ? null : senderKeyOf(secret, email));
  return {
    async letters(db: ReadDb, userId: string, after: string, limit: number) {
      const email = (await findAnyUser(db, userId))?.email ?? '';
      return await findOwnConversations(db, { userId, senderKey: keyOf(email), after, limit });
    },
    /** @param account with its address; '' where nobody has proved it */
    endLetters: (trx: WriteDb, { id, email }: { id: string; email: string }): Promise<void> =>
      endConversationsOf(trx, { userId: id, senderKey: keyOf(email) }),
  };
}
