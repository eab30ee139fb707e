import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { ReportTable } from '../../platform/db/schema.ts';

export async function findReport(db: ReadDb | WriteDb, id: string): Promise<ReportTable | undefined> {
  return await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findReportByNumber(db: ReadDb, number: string): Promise<ReportTable | undefined> {
  return await db.selectFrom('reports').selectAll().where('number', '=', number).executeTakeFirst();
}

/** The open report of the same reporter about the same subject, for the same reason. */
export async function findSameReport(
  db: ReadDb | WriteDb,
  { reporter_key, subject_kind, subject_id, reason }: ReportIdentity,
): Promise<ReportTable | undefined> {
  return await db
    .selectFrom('reports')
    .selectAll()
    .where('state', '=', 'open')
    .where('reporter_key', '=', reporter_key)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .where('reason', '=', reason)
    .executeTakeFirst();
}

/** Reports of a case that were decided at this instant, in the order of their ids, after one of them. */
export async function findDecidedReports(
  trx: WriteDb,
  { caseId, decidedAt, after }: { caseId: string; decidedAt: number; after: string },
  limit: number,
): Promise<ReportTable[]> {
  return await trx
    .selectFrom('reports')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('decided_at', '=', decidedAt)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Two open reports that agree in these columns count as one. */
export type ReportIdentity = Pick<ReportTable, 'reporter_key' | 'subject_kind' | 'subject_id' | 'reason'>;

/** A case of this subject that its owner has answered since, for the same reason. */
export async function findAnsweredCase(
  db: ReadDb | WriteDb,
  { subject_kind, subject_id, reason }: Pick<ReportTable, 'subject_kind' | 'subject_id' | 'reason'>,
  since: number,
): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('cases')
    .innerJoin('decisions', 'decisions.case_id', 'cases.id')
    .select('cases.id')
    .where('cases.subject_kind', '=', subject_kind)
    .where('cases.subject_id', '=', subject_id)
    .where('cases.reason', '=', reason)
    .where('cases.state', '=', 'decided')
    .where('cases.decided_at', '>', since)
    .where('decisions.source', '=', 'rule')
    .executeTakeFirst();
}

/** Whether staff have put a question to the owner, so that they want to see the answer. */
export async function wasAskedByStaff(db: ReadDb | WriteDb, caseId: string): Promise<boolean> {
  const event = await db
    .selectFrom('case_events')
    .select('id')
    .where('case_id', '=', caseId)
    .where('event', '=', 'asked-owner')
    .executeTakeFirst();
  return event !== undefined;
}
