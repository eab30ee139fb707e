// Remembers for a day what an account deleted, so that an owner who repeats the request because the answer was lost
// learns that it is done. A row has a keyed hash of the subject, because a slug can contain a name. Rows are deleted
// with the account.
import { createHmac } from 'node:crypto';
import type { Base } from '../base.ts';
import type { WriteDb } from '../db/database.ts';
import { hasRow } from '../db/statements.ts';
import { keptAnswers as limits } from '../quotas/quotas.ts';

const digestOf = ({ secret }: Pick<Base, 'secret'>, accountId: string, subject: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['deletion', accountId, subject]))
    .digest('base64url');

/** @param subjects all ids by which the deletion may be requested again */
export async function noteDeletion(
  place: Base,
  trx: WriteDb,
  accountId: string,
  subjects: readonly string[],
): Promise<void> {
  const now = place.clock();
  const digests = [...new Set(subjects)].map((subject) => digestOf(place, accountId, subject));
  await trx
    .insertInto('deletions')
    .values(digests.map((digest) => ({ digest, account_id: accountId, created_at: now })))
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ created_at: now }))
    .execute();
}

/** Whether this account has deleted the subject within a day. */
export async function wasDeleted(place: Base, accountId: string, subject: string): Promise<boolean> {
  const noted = place.db.read.selectFrom('deletions').select('digest');
  const ofSubject = noted.where('digest', '=', digestOf(place, accountId, subject));
  return await hasRow(ofSubject.where('created_at', '>', place.clock() - limits.ms));
}
