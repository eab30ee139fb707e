import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { ShareCardTable } from '../platform/db/schema.ts';

/** Records a card that is in storage. Those that it takes the place of are given up to the sweeper. */
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

/** What a card shows; undefined where there is no such card. */
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
