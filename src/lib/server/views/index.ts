// Views of apps and profiles: one for each visitor, page and day (docs/decisions/005-views.md).
import { isbot } from 'isbot';
import type { ViewSubject } from '../../shared/schemas/views.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Bound } from '../platform/reads/slices.ts';
import { dayOf, markOf, saltOf } from './daily-marks.ts';
import { createPendingVisits, type PendingVisit } from './pending-visits.ts';
import { recordViews, type Mark } from './record-views.ts';
import { countViews, dropOldMarks, type ViewCounts } from './view-queries.ts';
import type { Visit } from './visit.ts';

export { dateOf } from './daily-marks.ts';
export { findViewDays } from './view-queries.ts';
export { removeViewCounts } from './view-writes.ts';
export type { ViewCounts };
export type Views = Bound<ReturnType<typeof createViews>>;

/** Interval of writes. */
const flushEveryMs = 5_000;
/** Pending visits while the database is away; further ones are not counted. */
const maxPending = 20_000;

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

  async function write(visits: readonly PendingVisit[]): Promise<void> {
    const marks = new Map<string, Mark>();
    for (const visit of visits) {
      if (visit.userAgent === '' || isbot(visit.userAgent)) continue;
      const day = dayOf(visit.at);
      const mark = markOf(await saltOf(db, day), visit);
      marks.set(`${day} ${mark}`, { day, mark, subject: visit.subject, viewer: visit.viewer });
    }
    if (marks.size === 0) return;
    await recordViews(db, [...marks.values()]);
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
      viewsOf: (subject: ViewSubject, days: number): Promise<ViewCounts> =>
        countViews(db.read, subject, dayOf(clock()), days),
      /** Removes the marks and salts of past days. */
      sweep: () => dropOldMarks(db, dayOf(clock())),
    },
  };
}
