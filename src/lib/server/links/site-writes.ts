// Sites are claimed, not links: so one link of a site is looked at at a time, by one node, with a pause after it, and
// a thousand links to one site hold up nobody else's.
import { sql } from 'kysely';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { LinkTable } from '../platform/db/schema.ts';

/** A link that this process looks at, with its site. `due_at` is when it is looked at if this process dies. */
export interface Claim {
  link: LinkTable;
  claimedUntil: number;
}

interface Claiming {
  now: number;
  /** The end of the claim. */
  until: number;
  /**
   * When a claimed link is due if nothing is heard of the look: a process that dies must neither lose it nor have it
   * looked at twice at once.
   */
  unheardUntil: number;
  limit: number;
}

/** Makes sure that each site is due when its first link is. */
export async function noteSites(
  trx: WriteDb,
  links: readonly Pick<LinkTable, 'site' | 'due_at'>[],
): Promise<void> {
  const dueAt = new Map<string, number>();
  for (const { site, due_at } of links) dueAt.set(site, Math.min(dueAt.get(site) ?? Infinity, due_at));
  if (dueAt.size === 0) return;
  await trx
    .insertInto('link_sites')
    // Sorted, so that transactions lock the same rows in one order.
    .values(
      [...dueAt]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([site, due_at]) => ({ site, due_at, claimed_until: 0 })),
    )
    .onConflict((conflict) =>
      conflict.column('site').doUpdateSet({
        due_at: sql<number>`case when excluded.due_at < link_sites.due_at then excluded.due_at else link_sites.due_at end`,
      }),
    )
    .execute();
}

/** Claims sites that are due, with the link of each that is due longest. */
export async function claimSites(
  { engine, write }: Pick<Database, 'engine' | 'write'>,
  { now, until, unheardUntil, limit }: Claiming,
): Promise<Claim[]> {
  return await write(async (trx) => {
    const due = trx
      .selectFrom('link_sites')
      .select('site')
      .where('due_at', '<=', now)
      .where('claimed_until', '<=', now)
      .orderBy('due_at')
      .limit(limit)
      // A node that claims at the same moment takes the next ones.
      .$if(engine.name === 'postgres', (query) => query.forUpdate().skipLocked());
    const sites = await trx
      .updateTable('link_sites')
      .set({ claimed_until: until })
      .where('site', 'in', due)
      .where('claimed_until', '<=', now)
      .returning('site')
      .execute();
    const claims: Claim[] = [];
    for (const { site } of sites) {
      const link = await claimLink(trx, site, now, unheardUntil);
      if (link) claims.push({ link, claimedUntil: until });
      else await releaseSite(trx, { site, claimedUntil: until }, now);
    }
    return claims;
  });
}

async function claimLink(
  trx: WriteDb,
  site: string,
  now: number,
  dueAt: number,
): Promise<LinkTable | undefined> {
  return await trx
    .updateTable('links')
    .set({ due_at: dueAt })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('links')
        .select('links.id')
        .where('site', '=', site)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Ends a claim: the site is due with its next link, and not before `from`. A site without links is forgotten.
 * Lock the listing first, as `noteSites` does.
 */
export async function releaseSite(
  trx: WriteDb,
  { site, claimedUntil }: { site: string; claimedUntil: number },
  from: number,
): Promise<void> {
  // Locks the site before its links are read: a link that is added meanwhile waits, and is noted after this.
  const held = await trx
    .updateTable('link_sites')
    .set({ claimed_until: 0 })
    .where('site', '=', site)
    .where('claimed_until', '=', claimedUntil)
    .returning('site')
    .executeTakeFirst();
  if (!held) return;
  const { first } = await trx
    .selectFrom('links')
    .select((eb) => eb.fn.min<number | null>('due_at').as('first'))
    .where('site', '=', site)
    .executeTakeFirstOrThrow();
  if (first === null) await trx.deleteFrom('link_sites').where('site', '=', site).execute();
  else
    await trx
      .updateTable('link_sites')
      .set({ due_at: Math.max(first, from) })
      .where('site', '=', site)
      .execute();
}
