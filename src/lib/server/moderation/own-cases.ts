// What cases keep of a deleted account: its decisions, without the fields that name it and the texts about it.
import type { WriteDb } from '../platform/db/database.ts';

/** What names it as a person who did something goes with its row. */
export async function eraseAccount(trx: WriteDb, userId: string): Promise<void> {
  const casesOf = trx.selectFrom('cases').select('id').where('owner_id', '=', userId);
  const reportsBy = trx.selectFrom('reports').select('id').where('reporter_id', '=', userId);
  const nothing = { text: '', answer: '' };
  const unsent = { message: '', link: '' };
  const updates = [
    // Appeals of a reporter name the report, so they go while the report still names the account.
    trx.updateTable('appeals').set(nothing).where('party_key', 'in', reportsBy),
    trx
      .updateTable('reports')
      .set((eb) => ({ reporter_id: null, reporter_key: eb.ref('id'), ...unsent }))
      .where('reporter_id', '=', userId),
    trx
      .updateTable('appeals')
      .set((eb) => ({ party_key: eb.ref('id'), ...nothing }))
      .where('party_key', '=', userId),
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
    trx
      .updateTable('decisions')
      .set({ subject_id: null })
      .where('subject_kind', '=', 'profile')
      .where('subject_id', '=', userId),
    trx
      .updateTable('decisions')
      .set({ owner_id: null, subject_name: '', owner_reason: '' })
      .where('owner_id', '=', userId),
  ];
  for (const update of updates) await update.execute();
}
