// Views of apps and profiles: one for each visitor, page and day (docs/decisions/005-views.md).
import { isbot } from 'isbot';
import type { AppCountsJson, ViewCountsJson, ViewSubject } from '../../shared/schemas/views.ts';
import { dayNumber } from '../../shared/text/dates/days.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Bound } from '../platform/reads/slices.ts';
import {
  countApp,
  countViews,
  dropOldMarks,
  type MarkedVisit,
  marksOf,
  maxOfAddress,
  rankApps,
  recordViews,
  saltOf,
} from './counts.ts';

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

/** Pending visits of one page and address: twice what counts, because visits of the owner do not. */
const maxQueue = 2 * maxOfAddress;

export interface PendingVisit extends Visit {
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Buffer of visits, deduplicated by page, address, browser and viewer. Nested maps, because building one key of these
 * texts took as long as the rest of a cached answer.
 */
export function createPendingVisits(maxVisits: number) {
  let visits: PendingVisit[] = [];
  let known = new Map<ViewSubject, Map<string, Set<string>>>();

  function keep(visit: Visit, at: number): boolean {
    const { subject, userAgent, address, viewer } = visit;
    let visitors = known.get(subject);
    if (!visitors) known.set(subject, (visitors = new Map<string, Set<string>>()));
    let visitorsOfAddress = visitors.get(address);
    if (!visitorsOfAddress) visitors.set(address, (visitorsOfAddress = new Set<string>()));
    const visitor = viewer === '' ? userAgent : `${viewer} ${userAgent}`;
    if (visitorsOfAddress.has(visitor) || visitorsOfAddress.size >= maxQueue || visits.length >= maxVisits)
      return false;
    visitorsOfAddress.add(visitor);
    visits.push({ ...visit, at });
    return true;
  }

  return {
    /** @returns whether the visit is new and there was room */
    add: (visit: Visit, clock: Clock): boolean => keep(visit, clock()),
    /** Puts visits that could not be written back in front. */
    putBack(taken: readonly PendingVisit[]): void {
      for (const visit of [...taken, ...this.take()]) keep(visit, visit.at);
    },
    /** Empties the buffer. @returns its visits in order */
    take(): PendingVisit[] {
      const taken = visits;
      visits = [];
      known = new Map();
      return taken;
    },
  };
}

/** A view of a page. Only a hash of it is stored. */
export interface Visit {
  subject: ViewSubject;
  address: string;
  userAgent: string;
  /** User id that the client claims, or ''. Unproven, because it only excludes owners from the count. */
  viewer: string;
}
