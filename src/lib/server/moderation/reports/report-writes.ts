import type { DeleteResult } from 'kysely';
import { noteChanged } from '../../platform/db/after-commit.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import { countUpdated } from '../../platform/db/count-rows.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { ReportTable } from '../../platform/db/schema.ts';
import { withFreeNumber } from '../cases/case-number.ts';

export type NewReport = Omit<ReportTable, 'number'>;

export async function insertReport(trx: WriteDb, row: NewReport): Promise<ReportTable> {
  return await withFreeNumber(row.created_at, (number) =>
    trx
      .insertInto('reports')
      .values({ ...row, number })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
}

export async function changeReport(
  trx: WriteDb,
  id: string,
  columns: Partial<Omit<ReportTable, 'id' | 'number'>>,
): Promise<ReportTable> {
  noteChanged(dataKey.moderation);
  return await trx
    .updateTable('reports')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Decides all open reports of a case. @returns how many */
export async function decideReportsOfCase(trx: WriteDb, caseId: string, now: number): Promise<number> {
  return await countUpdated(
    trx
      .updateTable('reports')
      .set({ state: 'decided', decided_at: now })
      .where('case_id', '=', caseId)
      .where('state', '=', 'open'),
  );
}

interface NewCode {
  reportId: string;
  codeHash: string;
  now: number;
  expiresAt: number;
}

export async function insertReportCode(
  trx: WriteDb,
  { reportId, codeHash, now, expiresAt }: NewCode,
): Promise<void> {
  await trx
    .insertInto('report_codes')
    .values({ report_id: reportId, code_hash: codeHash, tries: 0, created_at: now, expires_at: expiresAt })
    .execute();
}

/**
 * Counts a try in one statement, which locks the row, so that of guesses that come together each one is counted.
 * @returns the hash of the code; undefined after too many tries, or once it has expired or was used
 */
export async function countReportCodeTry(
  trx: WriteDb,
  reportId: string,
  { now, most }: { now: number; most: number },
): Promise<string | undefined> {
  const row = await trx
    .updateTable('report_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('report_id', '=', reportId)
    .where('tries', '<', most)
    .where('expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

export async function removeReportCode(trx: WriteDb, reportId: string): Promise<void> {
  await trx.deleteFrom('report_codes').where('report_id', '=', reportId).execute();
}

/** Removes up to `limit` reports whose code was not entered in time, with their codes. */
export async function removeUnconfirmed(trx: WriteDb, before: number, limit: number): Promise<DeleteResult> {
  const some = trx
    .selectFrom('reports')
    .select('id')
    .where('state', '=', 'pending-code')
    .where('created_at', '<=', before)
    .limit(limit);
  return await trx.deleteFrom('reports').where('id', 'in', some).executeTakeFirstOrThrow();
}

/**
 * Erases what guests wrote, also in an appeal, and who they are, of up to `limit` reports that were decided before. The
 * rows stay, because they are counted.
 * @returns how many
 */
export async function forgetGuests(trx: WriteDb, before: number, limit: number): Promise<number> {
  const some = trx
    .selectFrom('reports')
    .select('id')
    .where('state', '=', 'decided')
    .where('decided_at', '<=', before)
    .where('email', '!=', '')
    .limit(limit);
  const erased = await trx
    .updateTable('reports')
    .set({
      name: '',
      email: '',
      message: '',
      link: '',
      follow_hash: null,
      address_hash: null,
      network_hash: null,
    })
    .where('id', 'in', some)
    .returning('id')
    .execute();
  const ids = erased.map(({ id }) => id);
  if (ids.length > 0)
    await trx.updateTable('appeals').set({ text: '', answer: '' }).where('party_key', 'in', ids).execute();
  return ids.length;
}
