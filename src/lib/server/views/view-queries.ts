import { countUserViews } from '../accounts/index.ts';
import { countAppTaps, countAppViews } from '../apps/index.ts';
import type { Database, ReadDb } from '../platform/db/database.ts';
import { removeInBatches } from '../platform/db/remove-in-batches.ts';
import { removeSettings } from '../platform/db/setting-queries.ts';
import { dateOf, saltPrefix } from './daily-marks.ts';
import type { AppCountsJson, ViewSubject } from '../../shared/schemas/views.ts';

export interface ViewCounts {
  total: number;
  /** Oldest first; `day` as '2026-11-21'. */
  days: { day: string; views: number }[];
}

/** Days for which daily counts are kept; totals are never removed. */
const keptDays = 400;

const counting = { app: countAppViews, tap: countAppTaps, user: countUserViews };

/** @param today days since 1970 in Lagos */
export async function countViews(
  db: ReadDb,
  subject: ViewSubject,
  today: number,
  days: number,
): Promise<ViewCounts> {
  const [kind, id = ''] = subject.split(':');
  const total = await counting[kind as keyof typeof counting](db, id);
  const rows = await db
    .selectFrom('view_counts')
    .select(['day', 'views'])
    .where('subject', '=', subject)
    .where('day', '>', today - days)
    .execute();
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const first = today - days + 1;
  return {
    total,
    days: Array.from({ length: days }, (_, index) => ({
      day: dateOf(first + index),
      views: byDay.get(first + index)?.views ?? 0,
    })),
  };
}

/** Views and taps of an app, as `countViews` gives each. */
export async function countApp(
  db: ReadDb,
  appId: string,
  today: number,
  days: number,
): Promise<AppCountsJson> {
  const views = await countViews(db, `app:${appId}`, today, days);
  const taps = await countViews(db, `tap:${appId}`, today, days);
  return {
    total: views.total,
    taps: taps.total,
    days: views.days.map((of, index) => {
      return { ...of, taps: taps.days[index]?.views ?? 0 };
    }),
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

/** Daily views, or taps, by app id, oldest first. */
export async function findViewDays(
  db: ReadDb,
  kind: 'app' | 'tap',
  appIds: string[],
): Promise<Map<string, { day: number; views: number }[]>> {
  const rows = await db
    .selectFrom('view_counts')
    .select(['subject', 'day', 'views'])
    .where(
      'subject',
      'in',
      appIds.map((id) => `${kind}:${id}`),
    )
    .orderBy('subject')
    .orderBy('day')
    .execute();
  return Map.groupBy(rows, ({ subject }) => subject.slice(`${kind}:`.length));
}
