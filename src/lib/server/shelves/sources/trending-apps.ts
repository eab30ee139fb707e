import { browseUrl, noChoice } from '../../../shared/schemas/filters.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { ShelfSource } from './source.ts';

/** Apps that more people visit this week than in the weeks before (docs/decisions/031-popularity.md). */
export const trendingApps: ShelfSource = async ({ reader, reads, limit, unshown }) => ({
  title: messages.shelves.trending,
  apps: unshown(await reads.trendingCards(reader, limit)),
  list: browseUrl({ ...noChoice, sort: 'trending' }),
  feed: urls.trendingFeed(),
});
