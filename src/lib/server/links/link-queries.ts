import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { hasRow } from '../platform/db/count-rows.ts';
import type { LinkTable } from '../platform/db/schema.ts';

/** The links of these apps. */
export async function findLinks(db: ReadDb | WriteDb, appIds: readonly string[]): Promise<LinkTable[]> {
  if (appIds.length === 0) return [];
  return await db.selectFrom('links').selectAll().where('app_id', 'in', appIds).execute();
}

/** Whether a link of another listing fails on the host for the same reason. */
export async function failsForOthers(
  trx: WriteDb,
  { app_id: appId, host }: Pick<LinkTable, 'app_id' | 'host'>,
  problem: string,
): Promise<boolean> {
  return await hasRow(
    trx
      .selectFrom('links')
      .select('id')
      .where('host', '=', host)
      .where('problem', '=', problem)
      .where('failures', '>', 0)
      .where('app_id', '!=', appId)
      .limit(1),
  );
}

/** Whether a link of another listing to the host has answered since. */
export async function answersForOthers(
  trx: WriteDb,
  { app_id: appId, host, site }: Pick<LinkTable, 'app_id' | 'host' | 'site'>,
  since: number,
): Promise<boolean> {
  return await hasRow(
    trx
      .selectFrom('links')
      .select('id')
      // The index of links has the site, not the host.
      .where('site', '=', site)
      .where('host', '=', host)
      .where('state', '=', 'good')
      .where('checked_at', '>', since)
      .where('app_id', '!=', appId)
      .limit(1),
  );
}

/** Whether a link of another site has answered since. */
export async function hasOtherAnswered(trx: WriteDb, site: string, since: number): Promise<boolean> {
  const row = await trx
    .selectFrom('links')
    .select('id')
    .where('checked_at', '>', since)
    .where('site', '!=', site)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function isAnySiteDue(db: ReadDb, now: number): Promise<boolean> {
  return await hasRow(
    db
      .selectFrom('link_sites')
      .select('site')
      .where('due_at', '<=', now)
      .where('claimed_until', '<=', now)
      .limit(1),
  );
}

/** For the metrics. */
export async function countLinks(
  db: ReadDb,
): Promise<{ failing: number; dead: number; dueAt: number | null }> {
  const { failing, dead } = await db
    .selectFrom('links')
    .select(({ fn }) => [
      fn.countAll<number>().as('failing'),
      fn.countAll<number>().filterWhere('state', '=', 'dead').as('dead'),
    ])
    .where('failures', '>', 0)
    .executeTakeFirstOrThrow();
  const { first } = await db
    .selectFrom('link_sites')
    .select((eb) => eb.fn.min<number | null>('due_at').as('first'))
    .executeTakeFirstOrThrow();
  return { failing, dead, dueAt: first };
}

/** The robots.txt of a host, if it was read since. */
export async function findRobots(db: ReadDb, host: string, since: number): Promise<string | null> {
  const row = await db
    .selectFrom('link_robots')
    .select('text')
    .where('host', '=', host)
    .where('read_at', '>', since)
    .executeTakeFirst();
  return row?.text ?? null;
}
