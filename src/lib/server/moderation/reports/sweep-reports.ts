import { reportCodeMinutes } from '../../../shared/schemas/reports.ts';
import { dayMs } from '../../../shared/text/days.ts';
import { removeInBatches } from '../../platform/db/remove-in-batches.ts';
import type { ReportsContext } from './context.ts';
import { forgetGuests, removeUnconfirmed } from './report-writes.ts';

/** Longer than the time to appeal against a decision, and to decide the appeal. */
const guestMs = 400 * dayMs;

/** Reports in one transaction. */
const batch = 100;

/** Removes reports whose code was not entered in time, and erases the guests of reports that were decided long ago. */
export async function sweepReports({ clock, db }: Pick<ReportsContext, 'clock' | 'db'>): Promise<void> {
  const now = clock();
  const before = now - reportCodeMinutes * 60_000;
  await removeInBatches(db, (trx, limit) => removeUnconfirmed(trx, before, limit));
  while ((await db.write((trx) => forgetGuests(trx, now - guestMs, batch))) === batch);
}
