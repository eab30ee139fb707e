// Views of apps and profiles: one for each visitor, page and day (docs/decisions/005-views.md).
import { isbot } from 'isbot';
import type { AppCountsJson, ViewCountsJson, ViewSubject } from '../../shared/schemas/views.ts';
import { dayNumber } from '../../shared/text/days.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Bound } from '../platform/reads/slices.ts';
import { marksOf, saltOf } from './daily-marks.ts';
import { createPendingVisits, type PendingVisit } from './pending-visits.ts';
import { rankApps } from './rank-apps.ts';
import { recordViews, type MarkedVisit } from './record-views.ts';
import { countApp, countViews, dropOldMarks } from './view-queries.ts';
import type { Visit } from './visit.ts';

export { dateOf } from './daily-marks.ts';
export { findViewDays } from './view-queries.ts';
export { removeViewCounts } from './view-writes.ts';
export type Views = Bound<ReturnType<typeof createViews>>;

/** Interval of writes. */
const flushEveryMs = 5_000;
/** Pending visits while the database is away; further ones are not counted. */
const maxPending = 20_000;

/** How long after midnight visits of the day before are still written, and its ranks are computed. */
const lateMs = 30 * 60_000;

interface ViewsOptions {
  db: Database;
  clock: Clock;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
}

export function createViews({ db, clock, log }: ViewsOptions) {
  const pending = createPendingVisits(maxPending);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const oldestDay = (): number => dayNumber(clock() - lateMs);

  async function write(visits: readonly PendingVisit[]): Promise<void> {
    const marked: MarkedVisit[] = [];
    const oldest = oldestDay();
    for (const visit of visits) {
      const day = dayNumber(visit.at);
      // The hashes of that day are gone, so nobody knows whether the visitor was counted.
      if (day < oldest || visit.userAgent === '' || isbot(visit.userAgent)) continue;
      const { subject, viewer } = visit;
      marked.push({ day, subject, viewer, ...marksOf(await saltOf(db, day), visit) });
    }
    if (marked.length > 0) await recordViews(db, marked);
  }

  /** Writes pending visits. @throws when the database fails; the visits stay pending */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing
      .catch(() => undefined)
      .then(async () => {
        const visits = pending.take();
        try {
          await write(visits);
        } catch (error) {
          pending.putBack(visits);
          throw error;
        }
      });
    return writing;
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => {
        log?.warn('Views could not be written yet', { error });
        flushLater();
      });
    }, flushEveryMs).unref();
  }

  return {
    reads: {},
    actions: {
      /** Counts a visit, which is written later together with others. */
      count(visit: Visit): void {
        if (pending.add(visit, clock)) flushLater();
      },
      flush,
      /** For the owner only: all views of a subject, and those of each of the last `days` days. */
      async viewsOf(subject: ViewSubject, days: number): Promise<ViewCountsJson> {
        return await countViews(db.read, subject, dayNumber(clock()), days);
      },
      /** For the owner only: views and taps of an app in all, and on each of the last `days` days. */
      countsOf: (appId: string, days: number): Promise<AppCountsJson> =>
        countApp(db.read, appId, dayNumber(clock()), days),
      /** Computes the ranks of all apps, and removes the marks and salts of past days. */
      async sweep(): Promise<void> {
        await rankApps(db, dayNumber(clock()));
        await dropOldMarks(db, oldestDay());
      },
    },
  };
}
