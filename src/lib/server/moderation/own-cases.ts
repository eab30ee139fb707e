// The data of an account in cases, for its news and its deletion. When an account is deleted, its decisions stay, without the fields that name the account and the texts about it.
import type { ReadDb, WriteDb } from '../platform/db/database.ts';

/** Erases what names a deleted account. */
export async function eraseAccount(trx: WriteDb, userId: string): Promise<void> {
  const casesOf = trx.selectFrom('cases').select('id').where('owner_id', '=', userId);
  const reportsBy = trx.selectFrom('reports').select('id').where('reporter_id', '=', userId);
  const updates = [
    // Appeals of a reporter name the report, so they go while the report still names the account.
    trx.updateTable('appeals').set({ text: '', answer: '' }).where('party_key', 'in', reportsBy),
    trx
      .updateTable('reports')
      .set((eb) => ({
        reporter_id: null,
        reporter_key: eb.ref('id'),
        message: '',
        link: '',
        follow_hash: null,
      }))
      .where('reporter_id', '=', userId),
    trx
      .updateTable('appeals')
      .set((eb) => ({ party_key: eb.ref('id'), text: '', answer: '' }))
      .where('party_key', '=', userId),
    trx.updateTable('appeals').set({ decided_by: null }).where('decided_by', '=', userId),
    trx
      .updateTable('cases')
      .set((eb) => ({ subject_id: eb.ref('id') }))
      .where('subject_kind', '=', 'profile')
      .where('subject_id', '=', userId),
    // Reports about its profile, and notes and messages about it, while its cases can still be found.
    trx
      .updateTable('reports')
      .set((eb) => ({ subject_id: eb.ref('id') }))
      .where('case_id', 'in', casesOf)
      .where('subject_id', '=', userId),
    trx.updateTable('case_events').set({ text: '' }).where('case_id', 'in', casesOf),
    trx
      .updateTable('cases')
      .set({ owner_id: null, subject_name: '', note: '' })
      .where('owner_id', '=', userId),
    trx.updateTable('cases').set({ assigned_to: null }).where('assigned_to', '=', userId),
    trx.updateTable('case_events').set({ actor_id: null }).where('actor_id', '=', userId),
    trx
      .updateTable('decisions')
      .set({ subject_id: null })
      .where('subject_kind', '=', 'profile')
      .where('subject_id', '=', userId),
    trx
      .updateTable('decisions')
      .set({ owner_id: null, subject_name: '', owner_reason: '' })
      .where('owner_id', '=', userId),
    trx.updateTable('decisions').set({ actor_id: null }).where('actor_id', '=', userId),
    trx.updateTable('bulk_actions').set({ account_id: null }).where('account_id', '=', userId),
    trx.updateTable('bulk_actions').set({ actor_id: null }).where('actor_id', '=', userId),
  ];
  for (const update of updates) await update.execute();
}

/** Reports of an account that were decided after `since`, newest first. */
export async function findDecidedReportsOf(
  db: ReadDb,
  userId: string,
  since: number,
  limit: number,
): Promise<{ number: string; at: number }[]> {
  const rows = await db
    .selectFrom('reports')
    .select(['number', 'decided_at'])
    .where('reporter_id', '=', userId)
    .where('decided_at', '>', since)
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ number, decided_at }) => (decided_at === null ? [] : [{ number, at: decided_at }]));
}
