// The shelves of the front page: those that fill themselves, and those that editors keep
// (docs/decisions/030-shelves.md).
import { urls } from '../../shared/addresses/urls.ts';
import { pictureUrl } from '../../shared/page/pictures.ts';
import type { AppListing } from '../../shared/schemas/apps.ts';
import { browseUrl, noChoice } from '../../shared/schemas/filters.ts';
import { displayCounts, limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import {
  checkQuality,
  shelfKinds,
  shelfSizes,
  shelfSlots,
  type AddShelf,
  type ChangeShelf,
  type DeskShelfJson,
  type PickJson,
  type ShelfKind,
  type ShelfSlot,
} from '../../shared/schemas/shelves.ts';
import { formatMinute, toIso } from '../../shared/text/dates.ts';
import { dayMs, dayNumber, nextDayBegins } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import { keysOf } from '../../shared/zod.ts';
import type { Caller } from '../accounts/sessions.ts';
import { requireApp } from '../apps/find-app.ts';
import { type AppCard, asCards, asListings, listTrending } from '../apps/listings.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import { storeSetting } from '../platform/db/setting-queries.ts';
import type { Row } from '../platform/db/schema.ts';
import { countDeleted, countUpdated } from '../platform/db/statements.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { browseApps, countListed, type BrowseQuery } from '../search/search-apps.ts';

export const shelves = {
  reads: { showFront, listPicks },
  actions: { addShelf, changeShelf, checkPick, listShelves, removeShelf },
};

/**
 * The shelves of the front page. No app is on two of them, and the list of all apps below repeats each once at most. A
 * directory that this list shows as a whole has the editors' shelves only: others would just repeat it.
 */
async function showFront(reader: Context): Promise<FrontShelf[]> {
  const now = reader.clock();
  const editors = await findCurrent(reader, now);
  const kinds = (await countListed(reader)) > displayCounts.latestApps ? shelfKinds : keysOf(shelfSlots);
  const shown = new Set<string>();
  const unshown = (apps: readonly AppCard[]): AppCard[] =>
    apps.filter((app) => !shown.has(app.id) && !app.hasDeadLink).slice(0, shelfSizes.most);
  const front: FrontShelf[] = [];
  for (const kind of kinds) {
    const limit = shelfSizes.most + shown.size;
    const shelf = await sources[kind]({ reader, now, editors, limit, unshown });
    if (!shelf || shelf.apps.length < (kind === 'day' ? 1 : shelfSizes.fewest)) continue;
    for (const { id } of shelf.apps) shown.add(id);
    front.push({ kind, ...shelf });
  }
  return front;
}

/**
 * The editors' shelves at `now`. The answer is kept until the next one begins or ends, so that all nodes change at that
 * instant without telling each other.
 */
async function findCurrent({ read, reads }: Reader, now: number) {
  reads.note(dataKey.shelves);
  const open = await read
    .selectFrom('shelves')
    .selectAll()
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  const next = Math.min(...open.map((row) => (row.starts_at > now ? row.starts_at : row.ends_at)));
  if (open.length > 0) reads.keepFor(next - now);
  const current = open.filter((row) => row.starts_at <= now);
  return new Map(current.map((row) => [row.slot, row]));
}

/** The latest shelves of the editors that have begun, the latest first, with the apps that are still in lists. */
async function listPicks(reader: Context) {
  const now = reader.clock();
  // Limits how long the answer is kept.
  await findCurrent(reader, now);
  const rows = await reader.read
    .selectFrom('shelves')
    .selectAll()
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  const apps = await asListings.find(reader, [...new Set(rows.flatMap(picksOf))]);
  const appOf = new Map(apps.map((app) => [app.id, app]));
  return rows
    .map(({ id, title, starts_at: startsAt, ends_at: endsAt, apps: picks }) => ({
      ...{ id, title, startsAt, endsAt },
      isCurrent: endsAt > now,
      apps: picksOf({ apps: picks }).flatMap((appId) => appOf.get(appId) ?? []),
    }))
    .filter((shelf) => shelf.apps.length > 0);
}

interface FrontShelf {
  kind: ShelfKind;
  title: string;
  apps: AppCard[];
  /** Path of the whole list. */
  list: string;
  /** Path of the feed of that list. */
  feed: string;
}

/** What a source is given. */
interface Making {
  reader: Context;
  now: number;
  /** The editors' shelves of now. */
  editors: ReadonlyMap<ShelfSlot, Row<'shelves'>>;
  /** The apps in the list that are on no shelf above, at most as many as a shelf holds. */
  unshown(apps: readonly AppCard[]): AppCard[];
  /** How many apps to read, so that enough are left without those that are shown above. */
  limit: number;
}

/**
 * Finds the apps of a shelf and its words; null for none. A shelf with too few apps is left out by the caller.
 * A source that depends on the time calls `keepFor` of its reader.
 */
type ShelfSource = (making: Making) => Promise<Omit<FrontShelf, 'kind'> | null>;

/** No shelf shows how long its list is. */
const browse = async (reader: Reader, query: BrowseQuery): Promise<AppCard[]> =>
  (await browseApps(asCards, reader, { ...query, count: 0 })).items;

/** The shelf that editors keep in the slot, in their order. An app that is in no list now is left out. */
function editorsShelf(slot: ShelfSlot): ShelfSource {
  return async ({ reader, editors, unshown }) => {
    const shelf = editors.get(slot);
    if (!shelf) return null;
    const apps = unshown(await asCards.find(reader, picksOf(shelf)));
    return { title: shelf.title, apps, list: urls.picks(), feed: urls.picksFeed() };
  };
}

/** Apps that more people visit this week than in the weeks before (docs/decisions/031-popularity.md). */
const trendingApps: ShelfSource = async ({ reader, limit, unshown }) => ({
  title: 'Trending this week',
  apps: unshown(await listTrending(asCards, reader, limit)),
  list: browseUrl({ ...noChoice, sort: 'trending' }),
  feed: urls.trendingFeed(),
});

/** Apps that changed later than on the day they were listed, because a new listing is no update. */
const updatedApps: ShelfSource = async ({ reader, unshown }) => {
  const apps = await browse(reader, { sort: 'updated', limit: limits.pageSize });
  return {
    title: 'Recently updated',
    apps: unshown(apps.filter(({ createdAt, updatedAt }) => updatedAt - createdAt >= dayMs)),
    list: browseUrl({ ...noChoice, sort: 'updated' }),
    feed: urls.releasesFeed(),
  };
};

/**
 * Apps whose owners have proved that they are theirs: others of them each day (in Lagos), in turn. The checks of proofs
 * look at an app every 30 days, and those of links every week.
 */
const provedApps: ShelfSource = async ({ reader, now, unshown }) => {
  reader.reads.keepFor(nextDayBegins(now) - now);
  const apps = await browse(reader, { proved: 'yes', limit: limits.pageSize });
  const alive = apps.filter((app) => app.lifecycle === 'active' && app.isProved && !app.hasDeadLink);
  const first = (dayNumber(now) * shelfSizes.most) % Math.max(alive.length, 1);
  return {
    title: messages.shelves.proved,
    apps: unshown([...alive.slice(first), ...alive.slice(0, first)]),
    list: browseUrl({ ...noChoice, proved: 'yes' }),
    feed: urls.provedFeed(),
  };
};

/** How many categories to try where one has few apps, or those are on the shelves above. */
const mostTries = 5;

/** A category a day (in Lagos), in the order of the categories. Those with too few apps are skipped. */
const categoryOfDay: ShelfSource = async ({ reader, now, limit, unshown }) => {
  const { all } = reader.categories();
  reader.reads.note(dataKey.categories);
  reader.reads.keepFor(nextDayBegins(now) - now);
  for (let turn = 0; turn < Math.min(mostTries, all.length); turn += 1) {
    const category = all[(dayNumber(now) + turn) % all.length];
    if (!category) break;
    const apps = unshown(await browse(reader, { category: category.key, limit }));
    if (apps.length < shelfSizes.fewest) continue;
    return {
      title: `Spotlight: ${category.name}`,
      apps,
      list: urls.category(category.name),
      feed: urls.categoryFeed(category.name),
    };
  }
  return null;
};

const sources: Record<ShelfKind, ShelfSource> = {
  day: editorsShelf('day'),
  picks: editorsShelf('picks'),
  trending: trendingApps,
  updated: updatedApps,
  proved: provedApps,
  theme: editorsShelf('theme'),
  category: categoryOfDay,
};

// The shelves that editors keep. A change is published under the key 'shelves': when it is answered, every node has
// dropped the pages that show the old shelves.

/** The member of staff who changes a shelf. */
type Editor = Pick<Caller, 'userId' | 'client'>;

/** Ids of the apps on the shelf, in their order. */
const picksOf = ({ apps }: Pick<Row<'shelves'>, 'apps'>): string[] => JSON.parse(apps) as string[];

/** An app with what it lacks. */
const pickOf = ({ clock, siteUrl }: Context, app: AppListing): PickJson => ({
  id: app.id,
  name_id: app.nameId,
  name: app.name,
  description: app.description,
  logo: app.logo && siteUrl + pictureUrl(app.logo),
  is_listed: app.state === 'public',
  missing: checkQuality(app, clock()).flatMap(({ isPassed, name }) => (isPassed ? [] : [name])),
});

async function describeShelves(context: Context, rows: readonly Row<'shelves'>[]): Promise<DeskShelfJson[]> {
  const now = context.clock();
  const ids = [...new Set(rows.flatMap(picksOf))];
  const listings = await asListings.find(context, ids, { inAnyState: true });
  const byId = new Map(listings.map((app) => [app.id, pickOf(context, app)]));
  return rows.map(({ created_by, ends_at: until, id, slot, starts_at: from, title, version, ...row }) => ({
    ...{ id, slot, title, version, created_by },
    from: toIso(from),
    until: toIso(until),
    status: until <= now ? 'over' : from <= now ? 'current' : 'upcoming',
    apps: picksOf(row).flatMap((id) => byId.get(id) ?? []),
  }));
}

/** All shelves, those that begin last first. @throws AppError 400 for an invalid cursor */
async function listShelves(context: Context, cursor: string | undefined): Promise<Page<DeskShelfJson>> {
  const { read } = context;
  const keyset = { cursor, table: 'shelves', column: 'starts_at' } as const;
  const page = await keysetPage(read, read.selectFrom('shelves').selectAll(), keyset);
  return { ...page, items: await describeShelves(context, page.items) };
}

/** @param text with an app's address, or its last segment. @throws AppError 404 */
async function checkPick(context: Context, text: string): Promise<PickJson> {
  const path = text.trim().replace(/[?#].*$/, '');
  const app = await requireApp(context, /\/app\/([^/]+)/.exec(path)?.[1] ?? path);
  return pickOf(context, app);
}

const missing = (): AppError => new AppError(404, 'This shelf no longer exists. Reload the list.');
const changed = (): AppError => new AppError(409, messages.changedMeanwhile);

const columnsOf = ({ apps, from, until, ...form }: AddShelf) => ({
  ...form,
  apps: JSON.stringify(apps),
  starts_at: Date.parse(from),
  ends_at: Date.parse(until),
});

/**
 * Editors pick what everybody can see and what passes every check, and never their own apps.
 * @param kept apps that are on the shelf already, and may stay although they lack something now
 * @throws AppError 400, or 403 for an app of the editor
 */
async function requireApps(
  context: Context,
  { userId }: Editor,
  ids: readonly string[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const added = ids.filter((id) => !kept.has(id));
  const apps = await asListings.find(context, added.filter(isId));
  if (apps.length < added.length) throw fieldError('apps', messages.shelves.unlisted);
  for (const app of apps) {
    if (app.owner.id === userId) throw new AppError(403, `${app.name} is yours. Ask a colleague to pick it.`);
    const lacks = pickOf(context, app).missing.map((name) => messages.quality[name].label.toLowerCase());
    if (lacks.length > 0) throw fieldError('apps', messages.shelves.unfit(app.name, lacks.join(', ')));
  }
}

function requireFutureEnd({ ends_at }: Row<'shelves'>, now: number): void {
  if (ends_at <= now) throw fieldError('until', 'The end must be in the future.');
}

/** Names the shelf of the slot that is in the way. The lock of all shelves must be held. @throws AppError 409 */
async function requireFree(trx: WriteDb, { id, slot, starts_at, ends_at }: Row<'shelves'>): Promise<void> {
  const other = await trx
    .selectFrom('shelves')
    .selectAll()
    .where('slot', '=', slot)
    .where('id', '<>', id)
    .where('starts_at', '<', ends_at)
    .where('ends_at', '>', starts_at)
    .executeTakeFirst();
  if (!other) return;
  const when = `${formatMinute(other.starts_at)} to ${formatMinute(other.ends_at)}`;
  throw new AppError(409, `'${other.title}' has this place from ${when}. Choose another time or place.`);
}

/** Stores a shelf, unless another one is in the way. */
async function storeShelf(
  context: Context,
  { client, userId }: Editor,
  row: Row<'shelves'>,
  event: 'shelf.added' | 'shelf.changed',
  store: (trx: WriteDb) => Promise<void>,
): Promise<DeskShelfJson> {
  await context.audit.write(client, async (trx, record) => {
    // Two editors may add shelves at once.
    await storeSetting(trx, 'claims of shelves wait for this row', '');
    await requireFree(trx, row);
    await store(trx);
    noteChanged(dataKey.shelves);
    await record(event, userId);
  });
  const [shelf] = await describeShelves(context, [row]);
  if (!shelf) throw missing();
  return shelf;
}

async function addShelf(context: Context, editor: Editor, form: AddShelf): Promise<DeskShelfJson> {
  const now = context.clock();
  const made = { version: 1, created_by: editor.userId, created_at: now, changed_at: now };
  const row: Row<'shelves'> = { id: newId(), ...columnsOf(form), ...made };
  requireFutureEnd(row, now);
  await requireApps(context, editor, form.apps);
  return await storeShelf(context, editor, row, 'shelf.added', async (trx) => {
    await trx.insertInto('shelves').values(row).execute();
  });
}

async function findShelf(db: ReadDb | WriteDb, id: string): Promise<Row<'shelves'>> {
  const row = await db.selectFrom('shelves').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return row;
}

/** A shelf that is over stays as visitors saw it. @throws AppError 404, 409 */
async function changeShelf(context: Context, editor: Editor, id: string, { version, ...form }: ChangeShelf) {
  const { clock, db } = context;
  const now = clock();
  const before = await findShelf(db.read, id);
  if (before.ends_at <= now) throw new AppError(409, messages.shelves.over);
  const row = { ...before, ...columnsOf(form), version: version + 1, changed_at: now };
  requireFutureEnd(row, now);
  await requireApps(context, editor, form.apps, new Set(picksOf(before)));
  return await storeShelf(context, editor, row, 'shelf.changed', async (trx) => {
    const same = trx.updateTable('shelves').set(row).where('id', '=', id).where('version', '=', version);
    if ((await countUpdated(same)) === 0) throw changed();
  });
}

async function removeShelf(
  { audit }: Context,
  { client, userId }: Editor,
  id: string,
  { version }: { version: number },
): Promise<void> {
  await audit.write(client, async (trx, record) => {
    await findShelf(trx, id);
    const removed = trx.deleteFrom('shelves').where('id', '=', id).where('version', '=', version);
    if ((await countDeleted(removed)) === 0) throw changed();
    noteChanged(dataKey.shelves);
    await record('shelf.removed', userId);
  });
}
