// The shelves of the front page: those that fill themselves, and those that editors keep
// (docs/decisions/030-shelves.md).
import { urls } from '../../shared/addresses/urls.ts';
import type { SortOrder } from '../../shared/schemas/apps.ts';
import { browseUrl, noChoice } from '../../shared/schemas/browse.ts';
import type { FactFilter } from '../../shared/schemas/facts/fact-filters.ts';
import {
  editorsKinds,
  type PickedShelf,
  type Shelf,
  type ShelfKind,
  shelfKinds,
  shelfSizes,
} from '../../shared/schemas/front/shelves.ts';
import { displayCounts, limits } from '../../shared/schemas/limits.ts';
import { type ShelfSlot, slotOfNumber } from '../../shared/schemas/moderation/shelves.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { dayMs, dayNumber, nextDayBegins } from '../../shared/text/dates/days.ts';
import { messages } from '../../shared/text/messages.ts';
import { asCards, findListings, inOrder, type ListedCard } from '../apps/listings.ts';
import type { Category } from '../platform/category-list.ts';
import type { Clock } from '../platform/clock.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { addShelf, changeShelf, checkPick, listShelves, removeShelf, type ShelvesContext } from './desk.ts';
import { findBegunShelves, findOpenShelves, findPicks } from './rows.ts';

export function createShelves(context: ShelvesContext) {
  return {
    reads: {
      /** The shelves that have enough apps now, in the order of the page. */
      showFront: (reader: Reader): Promise<Shelf[]> => showFront(context, reader),
      /** What the editors pick and have picked, the latest first. */
      listPicks: (reader: Reader): Promise<PickedShelf[]> => listPicks(context, reader),
    },
    actions: bindContext(context, { addShelf, changeShelf, checkPick, listShelves, removeShelf }),
  };
}

const fewestOf = (kind: ShelfKind): number => (kind === 'day' ? 1 : shelfSizes.fewest);

/**
 * The shelves of the front page. No app is on two of them, and the list of all apps below repeats each once at most. A
 * directory that this list shows as a whole has the editors' shelves only: others would just repeat it.
 */
export async function showFront(
  { clock, reads }: { clock: Clock; reads: ShelfReads },
  reader: Reader,
): Promise<Shelf[]> {
  const now = clock();
  const editors = await findCurrent(reader, now);
  const total = await reads.countListed(reader);
  const kinds = total > displayCounts.latestApps ? shelfKinds : editorsKinds;
  const shown = new Set<string>();
  const unshown = (apps: readonly ListedCard[]): ListedCard[] =>
    apps.filter((app) => !shown.has(app.id) && !app.hasDeadLink).slice(0, shelfSizes.most);
  const shelves: Shelf[] = [];
  for (const kind of kinds) {
    const limit = shelfSizes.most + shown.size;
    const shelf = await sources[kind]({ reader, reads, now, editors, limit, unshown });
    if (!shelf || shelf.apps.length < fewestOf(kind)) continue;
    for (const { id } of shelf.apps) shown.add(id);
    shelves.push({ kind, ...shelf });
  }
  return shelves;
}

export interface EditorsShelf {
  title: string;
  appIds: string[];
}

/**
 * The editors' shelves at `now`. The answer is kept until the next one begins or ends, so that all nodes change at that
 * instant without telling each other.
 */
export async function findCurrent(
  { read, reads }: Reader,
  now: number,
): Promise<ReadonlyMap<ShelfSlot, EditorsShelf>> {
  reads.note(dataKey.shelves);
  const open = await findOpenShelves(read, now);
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
export async function listPicks({ clock }: { clock: Clock }, reader: Reader): Promise<PickedShelf[]> {
  const now = clock();
  reader.reads.note(dataKey.shelves);
  // Also limits how long the answer is kept.
  await findCurrent(reader, now);
  const rows = await findBegunShelves(reader.read, now, displayCounts.pickedShelves);
  const picks = await findPicks(
    reader.read,
    rows.map(({ id }) => id),
  );
  const ids = [...new Set([...picks.values()].flat())];
  const apps = new Map((await findListings(reader, ids)).map((app) => [app.id, app]));
  return rows
    .map(({ id, title, starts_at: startsAt, ends_at: endsAt }) => ({
      id,
      title,
      startsAt,
      endsAt,
      isCurrent: endsAt > now,
      apps: (picks.get(id) ?? []).flatMap((appId) => apps.get(appId) ?? []),
    }))
    .filter((shelf) => shelf.apps.length > 0);
}

interface Listing extends FactFilter {
  category?: string;
  sort?: SortOrder;
  limit: number;
  /** Length of the whole list, which no shelf shows. */
  count?: number;
}

/** Reads of other slices that the shelves are made of. */
export interface ShelfReads {
  browseCards(reader: Reader, query: Listing): Promise<Page<ListedCard>>;
  trendingCards(reader: Reader, limit: number): Promise<ListedCard[]>;
  countListed(reader: Reader): Promise<number>;
  categories(reader: Reader): readonly Category[];
}

/** What a source is given. */
export interface Making {
  reader: Reader;
  reads: ShelfReads;
  now: number;
  /** The editors' shelves of now. */
  editors: ReadonlyMap<ShelfSlot, EditorsShelf>;
  /** The apps in the list that are on no shelf above, at most as many as a shelf holds. */
  unshown(apps: readonly ListedCard[]): ListedCard[];
  /** How many apps to read, so that enough are left without those that are shown above. */
  limit: number;
}

/**
 * Finds the apps of a shelf and its words; null for none. A shelf with too few apps is left out by the caller.
 * A source that depends on the time calls `keepFor` of its reader.
 */
export type ShelfSource = (making: Making) => Promise<Omit<Shelf, 'kind'> | null>;

/** The shelf that editors keep in the slot, in their order. An app that is in no list now is left out. */
export function editorsShelf(slot: ShelfSlot): ShelfSource {
  return async ({ reader, editors, unshown }) => {
    const shelf = editors.get(slot);
    if (!shelf) return null;
    const apps = unshown(await inOrder(asCards, reader, shelf.appIds));
    return { title: shelf.title, apps, list: urls.picks(), feed: urls.picksFeed() };
  };
}

/** Apps that more people visit this week than in the weeks before (docs/decisions/031-popularity.md). */
export const trendingApps: ShelfSource = async ({ reader, reads, limit, unshown }) => ({
  title: messages.shelves.trending,
  apps: unshown(await reads.trendingCards(reader, limit)),
  list: browseUrl({ ...noChoice, sort: 'trending' }),
  feed: urls.trendingFeed(),
});

/** Apps that changed later than on the day they were listed, because a new listing is no update. */
export const updatedApps: ShelfSource = async ({ reader, reads, unshown }) => {
  const { items } = await reads.browseCards(reader, { sort: 'updated', limit: limits.pageSize, count: 0 });
  return {
    title: messages.shelves.updated,
    apps: unshown(items.filter(({ createdAt, updatedAt }) => updatedAt - createdAt >= dayMs)),
    list: browseUrl({ ...noChoice, sort: 'updated' }),
    feed: urls.releasesFeed(),
  };
};

/** The checks of proofs look at an app every 30 days, and those of links every week. */
const isAlive = ({ lifecycle, isProved, hasDeadLink }: ListedCard): boolean =>
  lifecycle === 'active' && isProved && !hasDeadLink;

/** Apps whose owners have proved that they are theirs: others of them each day (in Lagos), in turn. */
export const provedApps: ShelfSource = async ({ reader, reads, now, unshown }) => {
  reader.reads.keepFor(nextDayBegins(now) - now);
  const { items } = await reads.browseCards(reader, { proved: 'yes', limit: limits.pageSize, count: 0 });
  const alive = items.filter(isAlive);
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
export const categoryOfDay: ShelfSource = async ({ reader, reads, now, limit, unshown }) => {
  reader.reads.keepFor(nextDayBegins(now) - now);
  const categories = reads.categories(reader);
  for (let turn = 0; turn < Math.min(mostTries, categories.length); turn += 1) {
    const category = categories[(dayNumber(now) + turn) % categories.length];
    if (!category) break;
    const { items } = await reads.browseCards(reader, { category: category.key, limit, count: 0 });
    const apps = unshown(items);
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
