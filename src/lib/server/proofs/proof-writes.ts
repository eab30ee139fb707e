import type { Database, WriteDb } from '../platform/db/database.ts';
import type { ProofTable } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import { findProof, type ProofKey } from './proof-queries.ts';

/** The columns of a proof that a check or a mailed code changes. */
export type ProofChange = Partial<Omit<ProofTable, 'id' | 'app_id' | 'user_id' | 'created_at'>>;

const blank = {
  name: '',
  address_mark: '',
  code_hash: '',
  code_until: null,
  code_tries: 0,
  failures: 0,
  problem: '',
  case_number: null,
  checked_at: null,
  due_at: null,
} as const;

/** Stores a proof, or changes the one of this app and account. @returns the row afterwards */
export async function putProof(
  trx: WriteDb,
  { appId, userId }: ProofKey,
  change: ProofChange & Pick<ProofTable, 'state' | 'way' | 'token'>,
  now: number,
): Promise<ProofTable> {
  return await trx
    .insertInto('proofs')
    .values({ id: newId(), app_id: appId, user_id: userId, ...blank, ...change, created_at: now })
    .onConflict((conflict) => conflict.columns(['app_id', 'user_id']).doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Counts a try of a mailed code. @returns the row with the try counted; undefined if no code waits */
export async function spendCodeTry(
  trx: WriteDb,
  key: ProofKey,
  { now, most }: { now: number; most: number },
): Promise<ProofTable | undefined> {
  const spent = await trx
    .updateTable('proofs')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('app_id', '=', key.appId)
    .where('user_id', '=', key.userId)
    .where('code_hash', '!=', '')
    .where('code_until', '>', now)
    .where('code_tries', '<', most)
    .returning('id')
    .executeTakeFirst();
  return spent && (await findProof(trx, key));
}

/** Claims a proof whose check is due, by moving the instant, so that no other process finds it due. */
export async function claimDueProof(
  { engine, write }: Pick<Database, 'engine' | 'write'>,
  { now, until }: { now: number; until: number },
): Promise<ProofTable | undefined> {
  return await write(async (trx) => {
    const due = trx
      .selectFrom('proofs')
      .select('id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .$if(engine.name === 'postgres', (query) => query.forUpdate().skipLocked());
    return await trx
      .updateTable('proofs')
      .set({ due_at: until })
      .where('id', '=', due)
      .where('due_at', '<=', now)
      .returningAll()
      .executeTakeFirst();
  });
}

/** Changes a claimed proof. @returns whether the claim still held: another process may have taken it over */
export async function settleClaim(
  trx: WriteDb,
  { id, until }: { id: string; until: number },
  change: ProofChange,
): Promise<boolean> {
  const row = await trx
    .updateTable('proofs')
    .set(change)
    .where('id', '=', id)
    .where('due_at', '=', until)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeProof(trx: WriteDb, { appId, userId }: ProofKey): Promise<void> {
  await trx.deleteFrom('proofs').where('app_id', '=', appId).where('user_id', '=', userId).execute();
}
