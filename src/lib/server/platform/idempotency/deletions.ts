// Remembers for a day what an account deleted, so that an owner who repeats the request because the answer was lost
// learns that it is done. A row is a keyed hash of account and subject, from which neither can be read. Rows are
// deleted with the account.
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { keptAnswers as limits } from '../quotas/quotas.ts';
import { hasRow, removeUntil } from '../db/statements.ts';
import type { Database, WriteDb } from '../db/database.ts';

export type Deletions = ReturnType<typeof createDeletions>;

interface Options {
  db: Database;
  clock: Clock;
  secret: Uint8Array;
}

export function createDeletions({ db, clock, secret }: Options) {
  const keyedHash = (...parts: string[]): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['deletion', ...parts]))
      .digest('base64url');
  // All rows of an account have the same prefix, by which they are found when it is deleted.
  const digestOf = (accountId: string, subject: string): string =>
    `${keyedHash(accountId)}.${keyedHash(accountId, subject)}`;

  return {
    /** @param subjects all ids by which the deletion may be requested again */
    async note(trx: WriteDb, accountId: string, subjects: readonly string[]): Promise<void> {
      const now = clock();
      const digests = [...new Set(subjects)].map((subject) => digestOf(accountId, subject));
      await trx
        .insertInto('deletions')
        .values(digests.map((digest) => ({ digest, created_at: now })))
        .onConflict((conflict) => conflict.column('digest').doUpdateSet({ created_at: now }))
        .execute();
    },
    /** Whether this account has deleted the subject within a day. */
    async wasDeleted(accountId: string, subject: string): Promise<boolean> {
      const noted = db.read.selectFrom('deletions').select('digest');
      const ofSubject = noted.where('digest', '=', digestOf(accountId, subject));
      return await hasRow(ofSubject.where('created_at', '>', clock() - limits.ms));
    },
    async removeOf(trx: WriteDb, accountId: string): Promise<void> {
      const mark = keyedHash(accountId);
      await trx
        .deleteFrom('deletions')
        .where('digest', '>', `${mark}.`)
        // '/' is the character after '.'.
        .where('digest', '<', `${mark}/`)
        .execute();
    },
    async sweep(): Promise<void> {
      const old = { table: 'deletions', key: 'digest', column: 'created_at' } as const;
      await removeUntil(db, old, clock() - limits.ms);
    },
  };
}
