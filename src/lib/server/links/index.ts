// Looks at the links of listings once a week (docs/decisions/038-living-links.md).
import type { WriteDb } from '../platform/db/database.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { retention } from '../platform/retention.ts';
import type { LinksContext } from './context.ts';
import { countLinks } from './link-queries.ts';
import { sweepRobots } from './link-writes.ts';
import { showLinks } from './show-links.ts';
import { forgetHealth, syncLinks } from './sync-links.ts';
import { createWatch, type Pace } from './watch.ts';

export type Links = ReturnType<typeof createLinks>;

export function createLinks(given: Omit<LinksContext, 'random'> & Partial<LinksContext>) {
  const context: LinksContext = { random: Math.random, ...given };
  const { clock, db, outbound } = context;
  const watch = createWatch(context);
  return {
    ...bindContext(context, { showLinks }),
    /** For the transactions that change apps. What a list shows of an app depends on its links, so they come first. */
    async reindexWithLinks(trx: WriteDb, appIds: string[]): Promise<void> {
      await syncLinks(context, trx, appIds);
      await context.reindex(trx, appIds);
    },
    /** Before the first page is served: says nothing of links where nobody looks at them. */
    makeReady: async () => {
      if (!outbound.isOn) await forgetHealth(context);
    },
    /** Looks at links from now on. Call it where pages are served. */
    start: () => watch.start(),
    stop: () => watch.stop(),
    /** Looks of this process. */
    counts: () => watch.counts(),
    /** Another worker, for tests. */
    watch: (pace?: Pace) => createWatch(context, pace),
    /** Links that fail and that are dead, and for how many milliseconds the longest waits. */
    count: async () => {
      const { failing, dead, dueAt } = await countLinks(db.read);
      return { failing, dead, lateMs: outbound.isOn && dueAt !== null ? Math.max(0, clock() - dueAt) : 0 };
    },
    sweep: () => sweepRobots(db, clock() - retention.robots),
  };
}
