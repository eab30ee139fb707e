// What an account deleted in the last day, so that its owner, who asks again because the answer was lost, hears that it is done. Of what
// was deleted nothing stays that can be read: rows are keyed hashes of who deleted what. They go with the account.
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { keptAnswers as limits } from '../quotas/quotas.ts';
import type { Database, WriteDb } from '../db/database.ts';
import { removeInBatches } from '../db/remove-in-batches.ts';

export interface Deletions {
  /** @param subjects every id by which it may be asked for again */
  note(trx: WriteDb, accountId: string, subjects: readonly string[]): Promise<void>;
  /** Whether this account has deleted it within a day. */
  wasDeleted(accountId: string, subject: string): Promise<boolean>;
  /** Removes up to `limit` rows of an account. @returns how many */
  removeOf(trx: WriteDb, accountId: string, limit: number): Promise<number>;
  sweep(): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  secret: Uint8Array;
}

export function createDeletions({ db, clock, secret }: Options): Deletions {
  const keyedHash = (...parts: string[]): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['deletion', ...parts]))
      .digest('base64url');
  // The rows of an account begin alike, so that they are found when it is deleted.
  const digestOf = (accountId: string, subject: string): string =>
    `${keyedHash(accountId)}.${keyedHash(accountId, subject)}`;

  return {
    async note(trx, accountId, subjects) {
      const now = clock();
      await trx
        .insertInto('deletions')
        .values(
          [...new Set(subjects)].map((subject) => ({
            digest: digestOf(accountId, subject),
            created_at: now,
          })),
        )
        .onConflict((conflict) => conflict.column('digest').doUpdateSet({ created_at: now }))
        .execute();
    },
    async wasDeleted(accountId, subject) {
      const row = await db.read
        .selectFrom('deletions')
        .select('digest')
        .where('digest', '=', digestOf(accountId, subject))
        .where('created_at', '>', clock() - limits.ms)
        .executeTakeFirst();
      return row !== undefined;
    },
    async removeOf(trx, accountId, limit) {
      const mark = keyedHash(accountId);
      const some = trx
        .selectFrom('deletions')
        .select('digest')
        .where('digest', '>', `${mark}.`)
        // The sign after the dot.
        .where('digest', '<', `${mark}/`)
        .limit(limit);
      const { numDeletedRows } = await trx
        .deleteFrom('deletions')
        .where('digest', 'in', some)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async sweep() {
      const before = clock() - limits.ms;
      await removeInBatches(db, async (trx, limit) => {
        const some = trx
          .selectFrom('deletions')
          .select('digest')
          .where('created_at', '<=', before)
          .limit(limit);
        return await trx.deleteFrom('deletions').where('digest', 'in', some).executeTakeFirstOrThrow();
      });
    },
  };
}
