// Views of apps and profiles: one for each visitor, page and day (docs/decisions/005-views.md).
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import type { AppCountsJson, ViewCountsJson, ViewSubject } from '../../shared/schemas/views.ts';
import { dayNumber } from '../../shared/text/days.ts';
import type { Context } from '../context.ts';
import type { Database } from '../platform/db/database.ts';
import { settleSetting } from '../platform/db/setting-queries.ts';
import type { Bound } from '../platform/reads/slices.ts';
import { widestNetworkOf } from '../platform/security/client.ts';
import { countApp, countViews, dropOldViews, rankApps, recordViews, type MarkedVisit } from './counts.ts';

export type Views = Bound<ReturnType<typeof createViews>>;

/** A view of a page. Only a hash of it is stored. */
interface Visit {
  subject: ViewSubject;
  address: string;
  userAgent: string;
  /** User id that the client claims, or ''. Unproven, because it only excludes owners from the count. */
  viewer: string;
}

interface PendingVisit extends Visit {
  /** Milliseconds since 1970. */
  at: number;
}

// Threat: a stolen database must not reveal who viewed what. So a visitor is stored as a keyed hash, whose key is
// removed after a day.

const saltPrefix = 'view-salt:';

const saltName = (day: number): string => `${saltPrefix}${String(day).padStart(6, '0')}`;

const salts = new WeakMap<Database, { day: number; salt: Promise<string> }>();

/** The day's salt, the same in every process; the first process that needs it creates it. */
async function saltOf(db: Database, day: number): Promise<string> {
  const known = salts.get(db);
  if (known?.day === day) return await known.salt;
  const made = randomBytes(32).toString('base64url');
  const salt = db.write((trx) => settleSetting(trx, saltName(day), made));
  salts.set(db, { day, salt });
  return await salt.catch((error: unknown) => {
    salts.delete(db);
    throw error;
  });
}

/**
 * Most visitors that one address counts as, by page and day. People behind one address of a carrier are told apart by
 * their browsers. Threat: one person who sends many browser names.
 */
const maxOfAddress = 5;

/** Maps a browser to one of `maxOfAddress` groups. */
function groupOf(userAgent: string): number {
  return createHash('sha256').update(userAgent).digest().readUInt32BE() % maxOfAddress;
}

function marksOf(salt: string, { subject, address, userAgent }: Visit) {
  const hash = (text: string): string =>
    createHmac('sha256', salt).update(`${subject}\n${text}`).digest('base64url').slice(0, 22);
  return {
    mark: hash(`${address}\n${groupOf(userAgent)}`),
    network: hash(`network ${widestNetworkOf({ address })}`),
  };
}

/** Interval of writes. */
const flushEveryMs = 5_000;
/** Pending visits while the database is away; further ones are not counted. */
const maxPending = 20_000;
/** Pending visits of one page and address: twice what counts, because visits of the owner do not. */
const maxQueue = 2 * maxOfAddress;

/** How long after midnight visits of the day before are still written, and its ranks are computed. */
const lateMs = 30 * 60_000;

export function createViews({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>) {
  let pending: PendingVisit[] = [];
  // Nested maps, because building one key of these texts took as long as the rest of a cached answer.
  let known = new Map<ViewSubject, Map<string, Set<string>>>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const oldestDay = (): number => dayNumber(clock() - lateMs);

  /** @returns whether the visit is new and there was room */
  function keep(visit: PendingVisit): boolean {
    const { subject, userAgent, address, viewer } = visit;
    let visitors = known.get(subject);
    if (!visitors) known.set(subject, (visitors = new Map<string, Set<string>>()));
    let ofAddress = visitors.get(address);
    if (!ofAddress) visitors.set(address, (ofAddress = new Set<string>()));
    const visitor = viewer === '' ? userAgent : `${viewer} ${userAgent}`;
    if (ofAddress.has(visitor) || ofAddress.size >= maxQueue || pending.length >= maxPending) return false;
    ofAddress.add(visitor);
    pending.push(visit);
    return true;
  }

  function take(): PendingVisit[] {
    const taken = pending;
    pending = [];
    known = new Map();
    return taken;
  }

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
        const visits = take();
        try {
          await write(visits);
        } catch (error) {
          for (const visit of [...visits, ...take()]) keep(visit);
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
        if (keep({ ...visit, at: clock() })) flushLater();
      },
      flush,
      /** For the owner only: all views of a subject, and those of each of the last `days` days. */
      viewsOf: (subject: ViewSubject, days: number): Promise<ViewCountsJson> =>
        countViews(db.read, subject, dayNumber(clock()), days),
      /** For the owner only: views and taps of an app in all, and on each of the last `days` days. */
      countsOf: (appId: string, days: number): Promise<AppCountsJson> =>
        countApp(db.read, appId, dayNumber(clock()), days),
      /** Computes the ranks of all apps, and removes the marks and salts of past days. */
      async sweep(): Promise<void> {
        await rankApps(db, dayNumber(clock()));
        await dropOldViews(db, oldestDay());
        await db.write((trx) => {
          const past = trx.deleteFrom('settings').where('name', '>=', saltPrefix);
          return past.where('name', '<', saltName(oldestDay())).execute();
        });
      },
    },
  };
}
