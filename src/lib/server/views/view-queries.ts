import { countUserViews } from '../accounts/index.ts';
import { countAppViews } from '../apps/index.ts';
import type { Database, ReadDb } from '../platform/db/database.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import { removeSettings } from '../platform/db/setting-queries.ts';
import { dateOf, saltPrefix } from './daily-marks.ts';
import type { ViewSubject } from '../../shared/schemas/views.ts';

export interface ViewCounts {
  total: number;
  /** Oldest first; `day` as '2026-11-21'. */
  days: { day: string; views: number }[];
}

/** Days for which daily counts are kept; totals are kept for good. */
const keptDays = 400;

/** @param today days since 1970 in Lagos */
export async function countViews(
  db: ReadDb,
  subject: ViewSubject,
  today: number,
  days: number,
): Promise<ViewCounts> {
  const [kind, id = ''] = subject.split(':');
  const total = await (kind === 'app' ? countAppViews : countUserViews)(db, id);
  const rows = await db
    .selectFrom('view_counts')
    .select(['day', 'views'])
    .where('subject', '=', subject)
    .where('day', '>', today - days)
    .execute();
  const byDay = new Map(rows.map(({ day, views }) => [day, views]));
  const first = today - days + 1;
  return {
    total,
    days: Array.from({ length: days }, (_, index) => ({
      day: dateOf(first + index),
      views: byDay.get(first + index) ?? 0,
    })),
  };
}

export async function dropOldMarks(db: Database, today: number): Promise<void> {
  await removeInBatches(db, async (trx, limit) => {
    const some = trx.selectFrom('view_marks').select('mark').where('day', '<', today).limit(limit);
    return await trx
      .deleteFrom('view_marks')
      .where('day', '<', today)
      .where('mark', 'in', some)
      .executeTakeFirstOrThrow();
  });
  const oldest = today - keptDays;
  await removeInBatches(db, async (trx, limit) => {
    const some = trx
      .selectFrom('view_counts')
      .select(['subject', 'day'])
      .where('day', '<', oldest)
      .limit(limit);
    return await trx
      .deleteFrom('view_counts')
      .where((eb) => eb(eb.refTuple('subject', 'day'), 'in', some.$asTuple('subject', 'day')))
      .executeTakeFirstOrThrow();
  });
  const end = `${saltPrefix}${String(today).padStart(6, '0')}`;
  await db.write((trx) => removeSettings(trx, saltPrefix, end));
}

/** Daily views by app id, oldest first. */
export async function findViewDays(
  db: ReadDb,
  appIds: string[],
): Promise<Map<string, { day: number; views: number }[]>> {
  const rows = await db
    .selectFrom('view_counts')
    .select(['subject', 'day', 'views'])
    .where(
      'subject',
      'in',
      appIds.map((id) => `app:${id}`),
    )
    .orderBy('subject')
    .orderBy('day')
    .execute();
  return Map.groupBy(rows, ({ subject }) => subject.slice('app:'.length));
}
