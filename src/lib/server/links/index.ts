// Looks at the links of listings once a week (docs/decisions/038-living-links.md).
import type { Context } from '../context.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { removeUntil } from '../platform/db/statements.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { retention } from '../platform/retention.ts';
import { forgetHealth, showLinks, syncLinks } from './links.ts';
import { createWatch, type Pace } from './watch.ts';

export type Links = ReturnType<typeof createLinks>;

/** @param context its `reindex` updates the search entries alone; the links are what has changed */
export function createLinks(context: Context) {
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
    /** Another worker, for tests. */
    watch: (pace?: Pace) => createWatch(context, pace),
    /** Looks of this process. */
    counts: () => watch.counts(),
    /** Links that fail and that are dead, and for how many milliseconds the longest waits. */
    async count() {
      const { failing, dead } = await db.read
        .selectFrom('links')
        .select(({ fn }) => fn.countAll<number>().as('failing'))
        .select(({ fn }) => fn.countAll<number>().filterWhere('state', '=', 'dead').as('dead'))
        .where('failures', '>', 0)
        .executeTakeFirstOrThrow();
      const { first } = await db.read
        .selectFrom('links')
        .select((eb) => eb.fn.min<number | null>('due_at').as('first'))
        .executeTakeFirstOrThrow();
      return { failing, dead, lateMs: outbound.isOn && first !== null ? Math.max(0, clock() - first) : 0 };
    },
    sweep: () =>
      removeUntil(db, { table: 'link_robots', key: 'host', column: 'read_at' }, clock() - retention.robots),
  };
}
