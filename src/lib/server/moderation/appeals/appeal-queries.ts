import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { AppealTable } from '../../platform/db/schema.ts';

export async function findAppeal(
  db: ReadDb | WriteDb,
  decisionId: string,
  partyKey: string,
): Promise<AppealTable | undefined> {
  return await db
    .selectFrom('appeals')
    .selectAll()
    .where('decision_id', '=', decisionId)
    .where('party_key', '=', partyKey)
    .executeTakeFirst();
}
