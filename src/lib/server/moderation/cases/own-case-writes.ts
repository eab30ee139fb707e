// The data of an account in cases, for the export of its data and for its deletion. When an account is deleted, its
// decisions stay, without the fields that name the account and the texts about it.
import type { UpdateQueryBuilder, UpdateResult } from 'kysely';
import { countUpdated } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.ts';

type Erase = (trx: WriteDb, userId: string, limit: number) => Promise<number>;

/** A query for the ids of rows. */
interface Rows {
  limit(count: number): { execute(): Promise<{ id: string }[]> };
}

/** Limits an update to some rows, so that a transaction stays short. */
async function some<
  Table extends 'cases' | 'case_events' | 'decisions' | 'reports' | 'appeals' | 'bulk_actions',
>(
  limit: number,
  rows: Rows,
  update: (ids: string[]) => UpdateQueryBuilder<Schema, Table, Table, UpdateResult>,
): Promise<number> {
  const found = (await rows.limit(limit).execute()).map(({ id }) => id);
  return found.length === 0 ? 0 : await countUpdated(update(found));
}

/** Each finds only rows that are not erased yet, so that repeating it ends. */
const erasures: readonly Erase[] = [
  // Appeals of a reporter name the report, so they go while the report still names the account.
  (trx, userId, limit) =>
    some(
      limit,
      trx
        .selectFrom('appeals')
        .innerJoin('reports', 'reports.id', 'appeals.party_key')
        .select('appeals.id')
        .where('reports.reporter_id', '=', userId)
        .where('appeals.text', '!=', ''),
      (ids) => trx.updateTable('appeals').set({ text: '', answer: '' }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('reports').select('id').where('reporter_id', '=', userId), (ids) =>
      trx
        .updateTable('reports')
        .set((eb) => ({
          reporter_id: null,
          reporter_key: eb.ref('id'),
          message: '',
          link: '',
          follow_hash: null,
          address_hash: null,
          network_hash: null,
        }))
        .where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('appeals').select('id').where('party_key', '=', userId), (ids) =>
      trx
        .updateTable('appeals')
        .set((eb) => ({ party_key: eb.ref('id'), text: '', answer: '' }))
        .where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('appeals').select('id').where('decided_by', '=', userId), (ids) =>
      trx.updateTable('appeals').set({ decided_by: null }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(
      limit,
      trx
        .selectFrom('cases')
        .select('id')
        .where('subject_kind', '=', 'profile')
        .where('subject_id', '=', userId),
      (ids) =>
        trx
          .updateTable('cases')
          .set((eb) => ({ subject_id: eb.ref('id') }))
          .where('id', 'in', ids),
    ),
  // Reports about its profile, and notes and messages about it, while its cases can still be found.
  (trx, userId, limit) =>
    some(
      limit,
      trx
        .selectFrom('reports')
        .innerJoin('cases', 'cases.id', 'reports.case_id')
        .select('reports.id')
        .where('cases.owner_id', '=', userId)
        .where('reports.subject_id', '=', userId),
      (ids) =>
        trx
          .updateTable('reports')
          .set((eb) => ({ subject_id: eb.ref('id') }))
          .where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(
      limit,
      trx
        .selectFrom('case_events')
        .innerJoin('cases', 'cases.id', 'case_events.case_id')
        .select('case_events.id')
        .where('cases.owner_id', '=', userId)
        .where('case_events.text', '!=', ''),
      (ids) => trx.updateTable('case_events').set({ text: '' }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('cases').select('id').where('owner_id', '=', userId), (ids) =>
      trx.updateTable('cases').set({ owner_id: null, subject_name: '', note: '' }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('cases').select('id').where('assigned_to', '=', userId), (ids) =>
      trx.updateTable('cases').set({ assigned_to: null }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('case_events').select('id').where('actor_id', '=', userId), (ids) =>
      trx.updateTable('case_events').set({ actor_id: null }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(
      limit,
      trx
        .selectFrom('decisions')
        .select('id')
        .where('subject_kind', '=', 'profile')
        .where('subject_id', '=', userId),
      (ids) => trx.updateTable('decisions').set({ subject_id: null }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('decisions').select('id').where('owner_id', '=', userId), (ids) =>
      trx
        .updateTable('decisions')
        .set({ owner_id: null, subject_name: '', owner_reason: '' })
        .where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('decisions').select('id').where('actor_id', '=', userId), (ids) =>
      trx.updateTable('decisions').set({ actor_id: null }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('bulk_actions').select('id').where('account_id', '=', userId), (ids) =>
      trx.updateTable('bulk_actions').set({ account_id: null }).where('id', 'in', ids),
    ),
  (trx, userId, limit) =>
    some(limit, trx.selectFrom('bulk_actions').select('id').where('actor_id', '=', userId), (ids) =>
      trx.updateTable('bulk_actions').set({ actor_id: null }).where('id', 'in', ids),
    ),
];

/** Erases up to about `limit` rows of a deleted account. @returns how many; fewer when none are left */
export async function eraseAccount(trx: WriteDb, userId: string, limit: number): Promise<number> {
  let erased = 0;
  for (const erase of erasures) {
    if (erased >= limit) break;
    erased += await erase(trx, userId, limit - erased);
  }
  return erased;
}

/** Reports that an account wrote, by id. */
export async function findOwnReports(db: ReadDb, userId: string, after: string, limit: number) {
  return await db
    .selectFrom('reports')
    .select(['id', 'created_at as at', 'number', 'subject_kind', 'reason', 'message', 'link', 'state'])
    .where('reporter_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Appeals that an account wrote, as an owner or a reporter, by id. */
export async function findOwnAppeals(db: ReadDb, userId: string, after: string, limit: number) {
  return await db
    .selectFrom('appeals')
    .innerJoin('decisions', 'decisions.id', 'appeals.decision_id')
    .select([
      'appeals.id',
      'appeals.created_at as at',
      'decisions.number as decision',
      'appeals.text',
      'appeals.state',
      'appeals.outcome',
      'appeals.answer',
    ])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('appeals.party_key', '=', userId),
        eb('appeals.party_key', 'in', selectFrom('reports').select('id').where('reporter_id', '=', userId)),
      ]),
    )
    .where('appeals.id', '>', after)
    .orderBy('appeals.id')
    .limit(limit)
    .execute();
}

/** Decisions about an account and its listings, by id: without who decided, and without those that told nobody. */
export async function findOwnDecisions(db: ReadDb, userId: string, after: string, limit: number) {
  return await db
    .selectFrom('decisions')
    .select(['id', 'at', 'number', 'action', 'policy', 'public_reason', 'owner_reason', 'subject_name'])
    .where('owner_id', '=', userId)
    .where('action', '!=', 'none')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
