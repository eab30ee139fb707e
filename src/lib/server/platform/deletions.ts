// What an account deleted in the last day, so that its owner, who asks again because the answer was lost, hears that it is done. Of what
// was deleted nothing stays that can be read: rows are digests of who deleted what.
import { hash } from 'node:crypto';
import { keptAnswers as limits } from './quotas.ts';
import type { Database, ReadDb, WriteDb } from './db/database.ts';
import { removeInBatches } from './db/remove-in-batches.ts';

function digestOf(accountId: string, subject: string): string {
  return hash('sha256', `${accountId}:${subject}`, 'base64url');
}

/** @param subjects every id by which it may be asked for again */
export async function noteDeletion(
  trx: WriteDb,
  accountId: string,
  subjects: readonly string[],
  now: number,
): Promise<void> {
  await trx
    .insertInto('deletions')
    .values(
      [...new Set(subjects)].map((subject) => ({ digest: digestOf(accountId, subject), created_at: now })),
    )
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ created_at: now }))
    .execute();
}

/** Whether this account has deleted it within a day. */
export async function wasDeleted(
  db: ReadDb,
  accountId: string,
  subject: string,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('deletions')
    .select('digest')
    .where('digest', '=', digestOf(accountId, subject))
    .where('created_at', '>', now - limits.ms)
    .executeTakeFirst();
  return row !== undefined;
}

export async function sweepDeletions(db: Pick<Database, 'write'>, now: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx
      .selectFrom('deletions')
      .select('digest')
      .where('created_at', '<=', now - limits.ms)
      .limit(limit);
    return await trx.deleteFrom('deletions').where('digest', 'in', some).executeTakeFirstOrThrow();
  });
}
