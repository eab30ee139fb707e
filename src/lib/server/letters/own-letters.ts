// What the slice holds of an account: for the export of its data, and for its deletion.
import type { ExpressionBuilder } from 'kysely';
import { findAnyUser } from '../accounts/index.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Schema } from '../platform/db/schema.ts';
import { senderKeyOf } from './parties.ts';

interface Sender {
  userId: string;
  /** Of the mailbox; null where nobody has proved the address. */
  senderKey: string | null;
}

/** Conversations that an account began, and those that its mailbox began without an account. */
const begunBy =
  ({ userId, senderKey }: Sender) =>
  ({ and, eb, or }: ExpressionBuilder<Schema, 'conversations'>) =>
    or([
      eb('sender_id', '=', userId),
      ...(senderKey === null
        ? []
        : // An erased row has no address.
          [and([eb('sender_key', '=', senderKey), eb('sender_id', 'is', null), eb('email', '!=', '')])]),
    ]);

/** Conversations of an account, for its export. */
async function findOwnConversations(
  db: ReadDb,
  { userId, senderKey, after, limit }: Sender & { after: string; limit: number },
) {
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'created_at as at', 'developer_id', 'name', 'state'])
    .where((eb) => eb.or([eb('developer_id', '=', userId), begunBy({ userId, senderKey })(eb)]))
    .where('state', '!=', 'pending-code')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, at, developer_id, name, state }) => ({
    id,
    at,
    state,
    began: developer_id === userId ? 'the other' : 'you',
    with: developer_id === userId ? name : developer_id,
  }));
}

/**
 * Ends the conversations that an account began, and erases the person in them. The rows stay, because they say which
 * developers have sent the mailbox away, and how many conversations it has begun today. Letters that wait for their
 * code are removed.
 */
async function endConversationsOf(trx: WriteDb, sender: Sender): Promise<void> {
  const isBegun = begunBy(sender);
  await trx.deleteFrom('conversations').where(isBegun).where('state', '=', 'pending-code').execute();
  await trx
    .updateTable('conversations')
    .set((eb) => ({
      sender_id: null,
      name: '',
      email: '',
      state: eb
        .case()
        .when('state', '=', 'open')
        .then('closed' as const)
        .else(eb.ref('state'))
        .end(),
    }))
    .where(isBegun)
    .execute();
}

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
