import type { ExpressionBuilder } from 'kysely';
import { countDeleted, countUpdated } from '../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Schema } from '../platform/db/schema.ts';

interface Sender {
  userId: string;
  /** Of the mailbox; null where nobody has proved the address. */
  senderKey: string | null;
  limit: number;
}

/** Conversations that an account began, and those that its mailbox began without an account. */
const begunBy =
  ({ userId, senderKey }: Pick<Sender, 'senderKey' | 'userId'>) =>
  ({ and, eb, or }: ExpressionBuilder<Schema, 'conversations'>) =>
    or([
      eb('sender_id', '=', userId),
      ...(senderKey === null
        ? []
        : // An erased row has no address.
          [and([eb('sender_key', '=', senderKey), eb('sender_id', 'is', null), eb('email', '!=', '')])]),
    ]);

/** Conversations of an account, for its export. */
export async function findOwnConversations(
  db: ReadDb,
  { userId, senderKey, after, limit }: Sender & { after: string },
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
 * @param until when the account was closed: what the mailbox has begun since is not the account's
 * @returns how many rows it has changed; fewer than `limit` when none are left
 */
export async function endConversationsOf(
  trx: WriteDb,
  { userId, senderKey, until, limit }: Sender & { until: number },
): Promise<number> {
  const begun = trx
    .selectFrom('conversations')
    .select('id')
    .where((eb) => begunBy({ userId, senderKey })(eb))
    .where('created_at', '<=', until);
  const pending = begun.where('state', '=', 'pending-code').limit(limit);
  const removed = await countDeleted(
    trx
      .deleteFrom('conversations')
      .where('id', 'in', pending)
      // Again, because PostgreSQL looks only at these conditions anew after it has waited for a code that was entered.
      .where('state', '=', 'pending-code'),
  );
  if (removed >= limit) return removed;
  const ended = await countUpdated(
    trx
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
      .where('id', 'in', begun.where('state', '!=', 'pending-code').limit(limit - removed)),
  );
  return removed + ended;
}
