import { shelfSizes } from '../../../shared/schemas/shelves.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { dayNumber, nextDayBegins } from '../../../shared/text/days.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { ShelfSource } from './source.ts';

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
