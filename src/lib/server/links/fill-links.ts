// Brings the rows of the links up to date with listings that were stored without them: by an older version, or while
// looking was turned off.
import { appIdsAfter, findAppsWithHealth, findLinkedApps } from '../apps/index.ts';
import { linkNames } from '../../shared/schemas/app-fields.ts';
import type { LinksContext } from './context.ts';
import { findLinks } from './link-queries.ts';
import { spreads } from './schedule.ts';
import { copyHealth, syncLinks } from './sync-links.ts';

/** Apps in one step. */
const batch = 200;

/**
 * Adds the links of listings that have none yet. Their first looks are spread over a week.
 * @returns of how many apps
 */
export async function fillLinks(
  context: LinksContext,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const { db, outbound } = context;
  let filled = 0;
  for (let after = ''; outbound.isOn && !isStopping();) {
    const ids = await appIdsAfter(db.read, after, batch);
    if (ids.length === 0) break;
    after = ids.at(-1) ?? after;
    const known = Map.groupBy(await findLinks(db.read, ids), ({ app_id }) => app_id);
    const stale = (await findLinkedApps(db.read, ids))
      .filter((app) =>
        linkNames.some((name) => {
          const link = (known.get(app.id) ?? []).find((one) => one.name === name);
          return (link?.url ?? '') !== app[name];
        }),
      )
      .map(({ id }) => id);
    if (stale.length > 0) await db.write((trx) => syncLinks(context, trx, stale, spreads.existing));
    filled += stale.length;
  }
  return filled;
}

/** Takes back what listings say of their links: nobody looks at them any more, so it would become untrue. */
export async function forgetHealth({ db, reindex }: LinksContext): Promise<void> {
  for (;;) {
    const apps = await findAppsWithHealth(db.read, batch);
    if (apps.length === 0) return;
    await db.write(async (trx) => {
      for (const app of apps) await copyHealth(trx, app, []);
      await reindex(
        trx,
        apps.filter(({ has_dead_link }) => has_dead_link === 1).map(({ id }) => id),
      );
    });
  }
}
