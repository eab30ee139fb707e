import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { ProofTable } from '../platform/db/schema.ts';

export interface ProofKey {
  appId: string;
  userId: string;
}

/** What an account has proved, by app, for the export of its data. */
export async function findProofsAfter(
  db: ReadDb,
  userId: string,
  after: string,
  limit: number,
): Promise<Pick<ProofTable, 'app_id' | 'state' | 'way' | 'name' | 'checked_at' | 'created_at'>[]> {
  return await db
    .selectFrom('proofs')
    .select(['app_id', 'state', 'way', 'name', 'checked_at', 'created_at'])
    .where('user_id', '=', userId)
    .where('app_id', '>', after)
    .orderBy('app_id')
    .limit(limit)
    .execute();
}

export async function findProof(
  db: ReadDb | WriteDb,
  { appId, userId }: ProofKey,
): Promise<ProofTable | undefined> {
  return await db
    .selectFrom('proofs')
    .selectAll()
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
