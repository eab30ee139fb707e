// Reports and appeals as the desk reads them.
import type { DeleteResult } from 'kysely';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { AppealTable, ReportTable } from '../../platform/db/schema.ts';

/** The newest first. */
export async function findReportsOfCase(
  db: ReadDb | WriteDb,
  caseId: string,
  limit: number,
): Promise<ReportTable[]> {
  return await db
    .selectFrom('reports')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether the account wrote one of the reports of the case. */
export async function hasReported(db: ReadDb | WriteDb, caseId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('case_id', '=', caseId)
    .where('reporter_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findAppealOfCase(
  db: ReadDb | WriteDb,
  caseId: string,
): Promise<AppealTable | undefined> {
  return await db
    .selectFrom('appeals')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Removes up to `limit` codes of guests that have expired. */
export async function removeExpiredCodes(trx: WriteDb, until: number, limit: number): Promise<DeleteResult> {
  const some = trx
    .selectFrom('report_codes')
    .select('report_id')
    .where('expires_at', '<=', until)
    .limit(limit);
  return await trx.deleteFrom('report_codes').where('report_id', 'in', some).executeTakeFirstOrThrow();
}
