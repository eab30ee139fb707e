import type { ModerationContext } from '../context.ts';
import { changeCase, insertCaseEvent, lockReturningCases } from './case-writes.ts';
import { dueMs } from './due.ts';

const batch = 50;

/** Returns cases to staff whose owner has not answered in time. */
export async function returnCases({ clock, db }: Pick<ModerationContext, 'clock' | 'db'>): Promise<void> {
  for (let found = batch; found === batch;) {
    found = await db.write(async (trx) => {
      const now = clock();
      const rows = await lockReturningCases(trx, db.engine, now, batch);
      for (const { id, reason } of rows) {
        await changeCase(trx, id, { state: 'open', waits_until: null, due_at: now + dueMs(reason) });
        const text = 'The owner has not answered in time.';
        await insertCaseEvent(trx, { caseId: id, at: now, event: 'returned', actorId: null, text });
      }
      return rows.length;
    });
  }
}
