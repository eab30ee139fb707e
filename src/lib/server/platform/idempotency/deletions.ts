// Remembers for a day what an account deleted, so that an owner who repeats the request because the answer was lost
// learns that it is done. A row is a keyed hash of account and subject, from which neither can be read. Rows are
// deleted with the account.
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { keptAnswers as limits } from '../quotas/quotas.ts';
import type { Database, WriteDb } from '../db/database.ts';
import { deletionExists, insertDeletions, removeDeletionsOf, sweepDeletions } from './deletion-queries.ts';

export interface Deletions {
  /** @param subjects all ids by which the deletion may be requested again */
  note(trx: WriteDb, accountId: string, subjects: readonly string[]): Promise<void>;
  /** Whether this account has deleted the subject within a day. */
  wasDeleted(accountId: string, subject: string): Promise<boolean>;
  removeOf(trx: WriteDb, accountId: string): Promise<void>;
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
  // All rows of an account have the same prefix, by which they are found when it is deleted.
  const digestOf = (accountId: string, subject: string): string =>
    `${keyedHash(accountId)}.${keyedHash(accountId, subject)}`;

  return {
    async note(trx, accountId, subjects) {
      const digests = [...new Set(subjects)].map((subject) => digestOf(accountId, subject));
      await insertDeletions(trx, digests, clock());
    },
    wasDeleted: (accountId, subject) =>
      deletionExists(db.read, digestOf(accountId, subject), clock() - limits.ms),
    removeOf: (trx, accountId) => removeDeletionsOf(trx, keyedHash(accountId)),
    sweep: () => sweepDeletions(db, clock() - limits.ms),
  };
}
