import type { DeleteResult } from 'kysely';
import { readingIn, type Engine, type ReadDb, type WriteDb } from '../platform/db/database.ts';
import { countRows } from '../platform/db/count-rows.ts';
import type { ConversationTable } from '../platform/db/schema.ts';

export async function insertConversation(trx: WriteDb, row: ConversationTable): Promise<void> {
  await trx.insertInto('conversations').values(row).execute();
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

export async function findConversation(db: ReadDb, id: string): Promise<ConversationTable | undefined> {
  return await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function changeConversation(
  trx: WriteDb,
  id: string,
  columns: Partial<ConversationTable>,
): Promise<void> {
  await trx.updateTable('conversations').set(columns).where('id', '=', id).execute();
}

/** Conversations that were begun since, with a developer or by a sender. */
export async function countBegun(
  trx: WriteDb,
  by: 'developer_id' | 'sender_key',
  { value, since }: { value: string; since: number },
): Promise<number> {
  const db = readingIn(trx);
  const begun = db
    .selectFrom('conversations')
    .select('id')
    .where(by, '=', value)
    .where('opened_at', '>', since);
  return await countRows(db, begun.as('counted'));
}

/** Whom a sender's conversations were ended by, and how. */
export async function findEndings(
  trx: WriteDb,
  senderKey: string,
): Promise<Pick<ConversationTable, 'developer_id' | 'state'>[]> {
  return await trx
    .selectFrom('conversations')
    .select(['developer_id', 'state'])
    .where('sender_key', '=', senderKey)
    .where('state', 'in', ['closed', 'reported'])
    .execute();
}

/** Removes letters whose code was not entered, and conversations that have rested long. */
export async function removeOver(
  trx: WriteDb,
  { pendingBefore, restedBefore, limit }: { pendingBefore: number; restedBefore: number; limit: number },
): Promise<DeleteResult> {
  const over = trx
    .selectFrom('conversations')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'pending-code'), eb('last_at', '<=', pendingBefore)]),
        eb.and([eb('state', '!=', 'pending-code'), eb('last_at', '<=', restedBefore)]),
      ]),
    )
    .limit(limit);
  return await trx.deleteFrom('conversations').where('id', 'in', over).executeTakeFirstOrThrow();
}
