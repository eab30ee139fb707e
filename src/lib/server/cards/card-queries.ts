import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { ShareCardTable } from '../platform/db/schema.ts';

/** Records a stored card. It replaces earlier cards of its subject, whose files the next sweep removes. */
export async function recordCard(trx: WriteDb, card: ShareCardTable): Promise<void> {
  const { id, app_id, user_id } = card;
  let others = trx.deleteFrom('share_cards').where('id', '!=', id);
  others = app_id === null ? others.where('app_id', 'is', null) : others.where('app_id', '=', app_id);
  others = user_id === null ? others.where('user_id', 'is', null) : others.where('user_id', '=', user_id);
  await others.execute();
  await trx
    .insertInto('share_cards')
    .values(card)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The app or user of a card. */
export async function findCardSubject(
  db: ReadDb,
  id: string,
): Promise<{ appId: string | null; userId: string | null } | undefined> {
  return await db
    .selectFrom('share_cards')
    .select(['app_id as appId', 'user_id as userId'])
    .where('id', '=', id)
    .executeTakeFirst();
}
