import { displayCounts } from '../../shared/schemas/limits.ts';
import {
  editorsKinds,
  shelfKinds,
  shelfSizes,
  type Shelf,
  type ShelfKind,
} from '../../shared/schemas/shelves.ts';
import type { ListedCard } from '../apps/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findCurrent } from './find-current.ts';
import { categoryOfDay } from './sources/category-of-day.ts';
import { editorsShelf } from './sources/editors-shelf.ts';
import { provedApps } from './sources/proved-apps.ts';
import type { ShelfReads, ShelfSource } from './sources/source.ts';
import { trendingApps } from './sources/trending-apps.ts';
import { updatedApps } from './sources/updated-apps.ts';

const sources: Record<ShelfKind, ShelfSource> = {
  day: editorsShelf('day'),
  picks: editorsShelf('picks'),
  trending: trendingApps,
  updated: updatedApps,
  proved: provedApps,
  theme: editorsShelf('theme'),
  category: categoryOfDay,
};

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
