import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable, ProofTable } from '../platform/db/schema.ts';

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

/** Who has proved to control what a listing of somebody else links to, and waits for staff or was refused. */
export async function findClaims(
  db: ReadDb | WriteDb,
  { id, owner_id }: Pick<AppTable, 'id' | 'owner_id'>,
): Promise<ProofTable[]> {
  return await db
    .selectFrom('proofs')
    .selectAll()
    .where('app_id', '=', id)
    .where('user_id', '!=', owner_id)
    .where('state', '=', 'proved')
    .where('case_number', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Whether an account claims a listing, or got it by a claim. */
export async function hasClaimed(db: ReadDb | WriteDb, key: ProofKey): Promise<boolean> {
  const row = await findProof(db, key);
  return row !== undefined && row.case_number !== null;
}

/** All proofs of a listing: of its owner, and of those who claim it. */
export async function findProofsOfApp(db: ReadDb, appId: string, limit: number): Promise<ProofTable[]> {
  return await db
    .selectFrom('proofs')
    .selectAll()
    .where('app_id', '=', appId)
    .orderBy('id')
    .limit(limit)
    .execute();
}
