// The services for the operator's moderation commands, which notify the caches of all nodes.
import { createModeration, type Moderation } from '../../src/lib/server/moderation/index.ts';
import { createSiteState, type SiteState } from '../../src/lib/server/site/index.ts';
import { createAudit } from '../../src/lib/server/platform/security/audit.ts';
import { systemClock } from '../../src/lib/server/platform/clock.ts';
import type { Config } from '../../src/lib/server/platform/config/config.ts';
import type { Database } from '../../src/lib/server/platform/db/database.ts';
import { storeSetting } from '../../src/lib/server/platform/db/setting-queries.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import type { NodeTeller } from '../../src/lib/server/platform/nodes/tell-nodes.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { withDatabaseInUse } from './database-in-use.ts';

export interface Desk {
  moderation: Moderation;
  /** Makes every server empty its cache. */
  refresh(): Promise<void>;
  /** Which servers have been notified of the changes; null without changes. */
  told(): { sentence: string; isWell: boolean } | null;
}

/**
 * @throws ConfigError if there is no database of this version, or PostgreSQL does not answer, before anything is
 * written
 */
export async function atDesk<Result>(config: Config, work: (desk: Desk) => Promise<Result>): Promise<Result> {
  return await withDatabaseInUse(config, async (db) => {
    const site = createSiteState(db, config);
    await site.refresh();
    if (config.databaseUrl === undefined) return await work(besideOneServer(db, site));
    const { openNodeTeller } = await import('../../src/lib/server/platform/nodes/tell-nodes.ts');
    const teller = await openNodeTeller({ url: config.databaseUrl, log: createLogger('error') });
    try {
      return await work(amongNodes(db, teller, site));
    } finally {
      await teller.close();
    }
  });
}

function moderationOn(
  db: Database,
  operator: SiteState,
  publishChanges: (tags: string[]) => Promise<void>,
): Moderation {
  const clock = systemClock;
  return createModeration({
    db,
    clock,
    audit: createAudit({ db, clock }),
    publishChanges,
    reindex: createReindex(db),
    contactEmail: operator.contactEmail,
  });
}

/** SQLite: the server checks every second whether another process has written. */
function besideOneServer(db: Database, operator: SiteState): Desk {
  let isChanged = false;
  return {
    moderation: moderationOn(db, operator, () => {
      isChanged = true;
      return Promise.resolve();
    }),
    async refresh() {
      await db.write((trx) => storeSetting(trx, 'caches_emptied_at', String(systemClock())));
      isChanged = true;
    },
    told: () => (isChanged ? { sentence: 'Visitors see it within 2 seconds.', isWell: true } : null),
  };
}

function amongNodes(db: Database, teller: NodeTeller, operator: SiteState): Desk {
  let most: { told: number; silent: number } | null = null;
  let fault: string | null = null;
  const tell = async (tags: string[] | null): Promise<void> => {
    try {
      const answer = await teller.tell(tags);
      most = {
        told: Math.max(most?.told ?? 0, answer.told),
        silent: Math.max(most?.silent ?? 0, answer.silent),
      };
    } catch (error) {
      // The change is committed, so the command goes on, and reports the failure at its end.
      fault = error instanceof Error ? error.message : String(error);
    }
  };
  return {
    moderation: moderationOn(db, operator, tell),
    refresh: () => tell(null),
    told() {
      const again = 'Run `npm run moderate -- refresh`.';
      if (fault !== null)
        return { sentence: `The nodes could not be told (${fault}). ${again}`, isWell: false };
      if (most === null) return null;
      if (most.silent > 0)
        return { sentence: `Nodes that did not answer: ${String(most.silent)}. ${again}`, isWell: false };
      return { sentence: `Nodes that show it already: ${String(most.told)}.`, isWell: true };
    },
  };
}
