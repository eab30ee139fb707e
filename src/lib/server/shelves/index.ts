// The shelves of the front page: those that fill themselves, and those that editors keep
// (docs/decisions/030-shelves.md).
import { urls } from '../../shared/addresses/urls.ts';
import { browseUrl, noChoice } from '../../shared/schemas/filters.ts';
import {
  shelfSlots,
  shelfKinds,
  shelfSizes,
  type PickedShelf,
  type Shelf,
  type ShelfKind,
  slotOfNumber,
  type ShelfSlot,
} from '../../shared/schemas/shelves.ts';
import { displayCounts, limits } from '../../shared/schemas/limits.ts';
import { dayMs, dayNumber, nextDayBegins } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import { keysOf } from '../../shared/zod.ts';
import { asCards, asListings, type AppCard } from '../apps/listings.ts';
import { listTrending } from '../apps/lists.ts';
import type { Context } from '../context.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { browseApps, countListed, type BrowseQuery } from '../search/search-apps.ts';
import {
  addShelf,
  changeShelf,
  checkPick,
  findPicks,
  knownShelves,
  listShelves,
  removeShelf,
} from './desk.ts';

export const shelves = {
  reads: { showFront, listPicks },
  actions: { addShelf, changeShelf, checkPick, listShelves, removeShelf },
};

/**
 * The shelves of the front page. No app is on two of them, and the list of all apps below repeats each once at most. A
 * directory that this list shows as a whole has the editors' shelves only: others would just repeat it.
 */
async function showFront(reader: Context): Promise<Shelf[]> {
  const now = reader.clock();
  const editors = await findCurrent(reader, now);
  const kinds = (await countListed(reader)) > displayCounts.latestApps ? shelfKinds : keysOf(shelfSlots);
  const shown = new Set<string>();
  const unshown = (apps: readonly AppCard[]): AppCard[] =>
    apps.filter((app) => !shown.has(app.id) && !app.hasDeadLink).slice(0, shelfSizes.most);
  const front: Shelf[] = [];
  for (const kind of kinds) {
    const limit = shelfSizes.most + shown.size;
    const making: Making = { reader, now, editors, limit, unshown, categories: reader.categories() };
    const shelf = await sources[kind](making);
    if (!shelf || shelf.apps.length < (kind === 'day' ? 1 : shelfSizes.fewest)) continue;
    for (const { id } of shelf.apps) shown.add(id);
    front.push({ kind, ...shelf });
  }
  return front;
}

interface EditorsShelf {
  title: string;
  appIds: string[];
}

/**
 * The editors' shelves at `now`. The answer is kept until the next one begins or ends, so that all nodes change at that
 * instant without telling each other.
 */
async function findCurrent(
  { read, reads }: Reader,
  now: number,
): Promise<ReadonlyMap<ShelfSlot, EditorsShelf>> {
  reads.note(dataKey.shelves);
  const open = await knownShelves(read)
    .selectAll()
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
  const next = Math.min(...open.map((row) => (row.starts_at > now ? row.starts_at : row.ends_at)));
  if (open.length > 0) reads.keepFor(next - now);
  const current = open.filter((row) => row.starts_at <= now);
  const picks = await findPicks(
    read,
    current.map(({ id }) => id),
  );
  return new Map(
    current.map(({ id, slot, title }) => [slotOfNumber(slot), { title, appIds: picks.get(id) ?? [] }]),
  );
}

/** The latest shelves of the editors that have begun, the latest first, with the apps that are still in lists. */
async function listPicks(reader: Context): Promise<PickedShelf[]> {
  const now = reader.clock();
  // Limits how long the answer is kept.
  await findCurrent(reader, now);
  const rows = await knownShelves(reader.read)
    .selectAll()
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(displayCounts.pickedShelves)
    .execute();
  const picks = await findPicks(
    reader.read,
    rows.map(({ id }) => id),
  );
  const apps = await asListings.find(reader, [...new Set([...picks.values()].flat())]);
  const appOf = new Map(apps.map((app) => [app.id, app]));
  return rows
    .map(({ id, title, starts_at: startsAt, ends_at: endsAt }) => ({
      id,
      title,
      startsAt,
      endsAt,
      isCurrent: endsAt > now,
      apps: (picks.get(id) ?? []).flatMap((appId) => appOf.get(appId) ?? []),
    }))
    .filter((shelf) => shelf.apps.length > 0);
}

/** What a source is given. */
interface Making {
  reader: Reader;
  now: number;
  /** The editors' shelves of now. */
  editors: ReadonlyMap<ShelfSlot, EditorsShelf>;
  /** The apps in the list that are on no shelf above, at most as many as a shelf holds. */
  unshown(apps: readonly AppCard[]): AppCard[];
  /** How many apps to read, so that enough are left without those that are shown above. */
  limit: number;
  categories: ReturnType<Context['categories']>;
}

/**
 * Finds the apps of a shelf and its words; null for none. A shelf with too few apps is left out by the caller.
 * A source that depends on the time calls `keepFor` of its reader.
 */
type ShelfSource = (making: Making) => Promise<Omit<Shelf, 'kind'> | null>;

/** No shelf shows how long its list is. */
const browse = async (reader: Reader, query: BrowseQuery): Promise<AppCard[]> =>
  (await browseApps(asCards, reader, { ...query, count: 0 })).items;

/** The shelf that editors keep in the slot, in their order. An app that is in no list now is left out. */
function editorsShelf(slot: ShelfSlot): ShelfSource {
  return async ({ reader, editors, unshown }) => {
    const shelf = editors.get(slot);
    if (!shelf) return null;
    const apps = unshown(await asCards.find(reader, shelf.appIds));
    return { title: shelf.title, apps, list: urls.picks(), feed: urls.picksFeed() };
  };
}

/** Apps that more people visit this week than in the weeks before (docs/decisions/031-popularity.md). */
const trendingApps: ShelfSource = async ({ reader, limit, unshown }) => ({
  title: messages.shelves.trending,
  apps: unshown(await listTrending(asCards, reader, limit)),
  list: browseUrl({ ...noChoice, sort: 'trending' }),
  feed: urls.trendingFeed(),
});

/** Apps that changed later than on the day they were listed, because a new listing is no update. */
const updatedApps: ShelfSource = async ({ reader, unshown }) => {
  const apps = await browse(reader, { sort: 'updated', limit: limits.pageSize });
  return {
    title: messages.shelves.updated,
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
const categoryOfDay: ShelfSource = async ({ reader, categories: { all }, now, limit, unshown }) => {
  reader.reads.note(dataKey.categories);
  reader.reads.keepFor(nextDayBegins(now) - now);
  for (let turn = 0; turn < Math.min(mostTries, all.length); turn += 1) {
    const category = all[(dayNumber(now) + turn) % all.length];
    if (!category) break;
    const apps = unshown(await browse(reader, { category: category.key, limit }));
    if (apps.length < shelfSizes.fewest) continue;
    return {
      title: messages.shelves.category(category.name),
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
