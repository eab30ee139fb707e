// The rows of the links follow the addresses of the listings, in the transactions that change them.
import { linkNames } from '../../shared/schemas/app-fields.ts';
import type { LinkHealth, OwnLinksJson } from '../../shared/schemas/apps.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import { dayBegins } from '../../shared/text/days.ts';
import type { Caller } from '../accounts/sessions.ts';
import { changeApp } from '../apps/states.ts';
import { columnsOfHealth } from '../apps/listings.ts';
import { existingApp, requireOwner } from '../apps/find-app.ts';
import { findAppsWithHealth, findLinkedApps, type LinkedApp } from '../apps/owned-apps.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { LinkTable } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import { hostOf, registrableDomain } from '../proofs/index.ts';
import { firstLook, problemSentence } from './judge.ts';

/** The links of these apps. */
export const findLinks = async (db: ReadDb | WriteDb, appIds: readonly string[]): Promise<LinkTable[]> =>
  appIds.length === 0 ? [] : await db.selectFrom('links').selectAll().where('app_id', 'in', appIds).execute();

/** What everybody may know of these links. Days, so that a page changes at most once a day. */
const publicHealth = (links: readonly LinkTable[]): LinkHealth[] =>
  links.flatMap(({ name, state, checked_at, failed_at }): LinkHealth[] => {
    if (state === 'good' && checked_at !== null)
      return [{ name, checkedAt: dayBegins(checked_at), deadSince: null }];
    if (state === 'dead' && failed_at !== null)
      return [{ name, checkedAt: null, deadSince: dayBegins(failed_at) }];
    return [];
  });

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
export async function forgetHealth({ db, reindex }: Pick<Context, 'db' | 'reindex'>): Promise<void> {
  for (;;) {
    const apps = await findAppsWithHealth(db.read, batch);
    if (apps.length === 0) return;
    const dead = apps.filter(({ has_dead_link }) => has_dead_link === 1).map(({ id }) => id);
    await db.write(async (trx) => {
      for (const app of apps) await copyHealth(trx, app, []);
      await reindex(trx, dead);
    });
  }
}

/**
 * Adds, changes and removes the links of these apps, also where nobody looks at them now. Call it where an app is
 * stored, before its search entry is.
 */
export async function syncLinks(
  { clock, outbound }: Pick<Context, 'clock' | 'outbound'>,
  trx: WriteDb,
  appIds: readonly string[],
): Promise<void> {
  const linksOf = Map.groupBy(await findLinks(trx, appIds), ({ app_id }) => app_id);
  const added: LinkTable[] = [];
  const removed: string[] = [];
  for (const app of await findLinkedApps(trx, appIds)) {
    const before = linksOf.get(app.id) ?? [];
    const kept = before.filter(({ name, url }) => app[name] === url);
    const names = linkNames.filter((name) => app[name] !== '' && !kept.some((link) => link.name === name));
    if (names.length === 0 && kept.length === before.length) continue;
    removed.push(...before.filter((link) => !kept.includes(link)).map(({ id }) => id));
    for (const name of names) added.push(newLink({ app_id: app.id, name, url: app[name] }, clock()));
    if (outbound.isOn) await copyHealth(trx, app, kept);
  }
  if (removed.length > 0) await trx.deleteFrom('links').where('id', 'in', removed).execute();
  if (added.length === 0) return;
  await trx
    .insertInto('links')
    .values(added)
    // A link that another transaction has just added stays.
    .onConflict((conflict) => conflict.columns(['app_id', 'name']).doNothing())
    .execute();
}

function newLink(of: Pick<LinkTable, 'app_id' | 'name' | 'url'>, now: number): LinkTable {
  const host = hostOf(of.url);
  return {
    ...of,
    id: newId(),
    host,
    site: registrableDomain(host) ?? host,
    ...{ state: 'unknown', problem: '', moved_to: '', failures: 0 },
    ...{ failed_at: null, warned_at: null, checked_at: null, looked_at: null },
    due_at: firstLook(now, Math.random()),
    created_at: now,
  };
}

/** What the owner reads of the links of an app, before anybody else does. @throws AppError 404, 403 for others */
export async function showLinks(
  { db, outbound }: Pick<Context, 'db' | 'outbound'>,
  caller: Caller,
  idOrNameId: string,
): Promise<OwnLinksJson> {
  const { id, owner } = await existingApp(unrecordedReader(db), caller, idOrNameId);
  requireOwner(caller, owner.id);
  const [app] = await findLinkedApps(db.read, [id]);
  if (!outbound.isOn || !app) return { is_on: outbound.isOn, links: [] };
  const rows = await findLinks(db.read, [app.id]);
  const links = linkNames
    .flatMap((name) => rows.find((link) => link.name === name && link.url === app[name]) ?? [])
    .map(({ name, url, state, problem, host, failed_at, checked_at, due_at, moved_to }) => ({
      name,
      url,
      state,
      problem: problemSentence(problem, host),
      failing_since: isoOrNull(failed_at),
      checked_at: isoOrNull(checked_at),
      next_look_at: toIso(due_at),
      moved_to,
    }));
  return { is_on: true, links };
}
