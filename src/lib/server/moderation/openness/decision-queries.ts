import type { CaseState } from '../../../shared/schemas/cases.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { AppealTable, CaseTable, DecisionTable } from '../../platform/db/schema.ts';

/** The decision that closed a case: its last one that is not a question to the owner. */
export async function decisionOfCase(
  db: ReadDb | WriteDb,
  caseId: string,
): Promise<DecisionTable | undefined> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('action', '!=', 'ask-owner')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Appeals against a decision, oldest first. */
export async function findAppealsAgainst(db: ReadDb | WriteDb, decisionId: string): Promise<AppealTable[]> {
  return await db
    .selectFrom('appeals')
    .selectAll()
    .where('decision_id', '=', decisionId)
    .orderBy('id')
    .execute();
}

export async function findCase(db: ReadDb | WriteDb, id: string): Promise<CaseTable | undefined> {
  return await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findCaseState(db: ReadDb, id: string): Promise<CaseState | undefined> {
  return (await findCase(db, id))?.state;
}
