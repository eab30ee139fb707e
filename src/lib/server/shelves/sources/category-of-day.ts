import { shelfSizes } from '../../../shared/schemas/front/shelves.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { dayNumber, nextDayBegins } from '../../../shared/text/dates/days.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { ShelfSource } from './source.ts';

/** How many categories to try where the apps of one are on the shelves above. */
const mostTries = 3;

/** A category a day (in Lagos), in the order of the categories. Those with too few apps are skipped. */
export const categoryOfDay: ShelfSource = async ({ reader, reads, now, counts, limit, unshown }) => {
  reader.reads.keepFor(nextDayBegins(now) - now);
  const filled = reads.categories(reader).filter(({ key }) => (counts[key] ?? 0) >= shelfSizes.fewest);
  for (let turn = 0; turn < Math.min(mostTries, filled.length); turn += 1) {
    const category = filled[(dayNumber(now) + turn) % filled.length];
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
