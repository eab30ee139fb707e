// The rows of the links follow the addresses of the listings, in the transactions that change them.
import { linkNames } from '../../shared/schemas/app-fields.ts';
import type { LinkHealth } from '../../shared/schemas/links/links.ts';
import { dayBegins } from '../../shared/text/dates/days.ts';
import { columnsOfHealth } from '../apps/listings.ts';
import { findAppsWithHealth, findLinkedApps, type LinkedApp } from '../apps/owned-apps.ts';
import { changeApp } from '../apps/states.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { LinkTable } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import { hostOf, registrableDomain } from '../proofs/index.ts';
import type { LinksContext } from './context.ts';
import { findLinks } from './link-queries.ts';
import { insertLinks, removeLinks } from './link-writes.ts';
import { firstLook } from './schedule.ts';
import { noteSites } from './site-writes.ts';

type Syncing = Pick<LinksContext, 'clock' | 'outbound' | 'random'>;

/** What everybody may know of these links. Days, so that a page changes at most once a day. */
export function publicHealth(links: readonly LinkTable[]): LinkHealth[] {
  return links.flatMap(({ name, state, checked_at, failed_at }): LinkHealth[] => {
    if (state === 'good' && checked_at !== null)
      return [{ name, checkedAt: dayBegins(checked_at), deadSince: null }];
    if (state === 'dead' && failed_at !== null)
      return [{ name, checkedAt: null, deadSince: dayBegins(failed_at) }];
    return [];
  });
}

/** Copies to the listing what its page shows. @returns what has changed of it */
export async function copyHealth(
  trx: WriteDb,
  app: LinkedApp,
  links: readonly LinkTable[],
): Promise<'nothing' | 'page' | 'place'> {
  const columns = columnsOfHealth(publicHealth(links));
  if (columns.link_health === app.link_health) return 'nothing';
  await changeApp(trx, app.id, columns);
  return columns.has_dead_link === app.has_dead_link ? 'page' : 'place';
}

/** Apps in one step. */
const batch = 200;

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

/**
 * Adds, changes and removes the links of these apps, also where nobody looks at them now. Call it where an app is
 * stored, before its search entry is.
 */
export async function syncLinks(
  { clock, outbound, random }: Syncing,
  trx: WriteDb,
  appIds: readonly string[],
): Promise<void> {
  const apps = await findLinkedApps(trx, appIds);
  const linksOf = Map.groupBy(await findLinks(trx, appIds), ({ app_id }) => app_id);
  const now = clock();
  const added: LinkTable[] = [];
  const removed: string[] = [];
  for (const app of apps) {
    const before = linksOf.get(app.id) ?? [];
    const kept = before.filter(({ name, url }) => app[name] === url);
    const names = linkNames.filter((name) => app[name] !== '' && !kept.some((link) => link.name === name));
    if (names.length === 0 && kept.length === before.length) continue;
    removed.push(...before.filter((link) => !kept.includes(link)).map(({ id }) => id));
    for (const name of names)
      added.push(newLink({ app_id: app.id, name, url: app[name] }, now, firstLook(now, random())));
    if (outbound.isOn) await copyHealth(trx, app, kept);
  }
  await removeLinks(trx, removed);
  await insertLinks(trx, added);
  await noteSites(trx, added);
}

function newLink(of: Pick<LinkTable, 'app_id' | 'name' | 'url'>, now: number, dueAt: number): LinkTable {
  const host = hostOf(of.url);
  return {
    ...of,
    id: newId(),
    host,
    site: registrableDomain(host) ?? host,
    state: 'unknown',
    problem: '',
    moved_to: '',
    failures: 0,
    failed_at: null,
    warned_at: null,
    checked_at: null,
    looked_at: null,
    due_at: dueAt,
    created_at: now,
  };
}
