import type { CaseEventName } from '../../../shared/schemas/moderation/cases.ts';
import { noteChanged } from '../../platform/db/after-commit.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Engine, WriteDb } from '../../platform/db/database.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import { newId } from '../../platform/ids.ts';

/** @returns the row; undefined if its number is taken, or an open case of the same subject exists */
export async function insertCase(trx: WriteDb, row: CaseTable): Promise<CaseTable | undefined> {
  noteChanged(dataKey.moderation);
  return await trx
    .insertInto('cases')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The open or waiting case of a subject, or of an appealed decision, locked until the transaction ends. */
export async function lockOpenCase(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  of: { decisionId: string } | { subject: Pick<CaseTable, 'subject_kind' | 'subject_id'> },
): Promise<CaseTable | undefined> {
  const query = trx
    .selectFrom('cases')
    .selectAll()
    .where('state', 'in', ['open', 'waiting'])
    .$if(engine.name === 'postgres', (locking) => locking.forUpdate());
  if ('decisionId' in of)
    return await query
      .where('kind', '=', 'appeal')
      .where('decision_id', '=', of.decisionId)
      .executeTakeFirst();
  return await query
    .where('kind', '!=', 'appeal')
    .where('subject_kind', '=', of.subject.subject_kind)
    .where('subject_id', '=', of.subject.subject_id)
    .executeTakeFirst();
}

export async function lockCase(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  number: string,
): Promise<CaseTable | undefined> {
  return await trx
    .selectFrom('cases')
    .selectAll()
    .where('number', '=', number)
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Open and waiting cases about a listing and its parts, without appeals, which belong to who appeals; locked. */
export async function lockCasesOfApp(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  appId: string,
): Promise<CaseTable[]> {
  return await trx
    .selectFrom('cases')
    .selectAll()
    .where('state', 'in', ['open', 'waiting'])
    .where('kind', '!=', 'appeal')
    .where('app_id', '=', appId)
    .orderBy('id')
    .$if(engine.name === 'postgres', (query) => query.forUpdate())
    .execute();
}

/** Changes a locked case, whose version grows. */
export async function changeCase(
  trx: WriteDb,
  id: string,
  columns: Partial<Omit<CaseTable, 'id' | 'version'>>,
): Promise<CaseTable> {
  noteChanged(dataKey.moderation);
  return await trx
    .updateTable('cases')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertCaseEvent(
  trx: WriteDb,
  event: { caseId: string; at: number; event: CaseEventName; actorId: string | null; text: string },
): Promise<void> {
  const { caseId, actorId, ...rest } = event;
  await trx
    .insertInto('case_events')
    .values({ id: newId(), case_id: caseId, actor_id: actorId, ...rest })
    .execute();
}

/** Waiting cases whose owner has had the time, locked; other nodes skip them. */
export async function lockReturningCases(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  now: number,
  limit: number,
): Promise<CaseTable[]> {
  return await trx
    .selectFrom('cases')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('waits_until', '<=', now)
    .orderBy('waits_until')
    .limit(limit)
    .$if(engine.name === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
}
