import { limits } from '../../../shared/schemas/limits.ts';
import { browseUrl, noChoice } from '../../../shared/schemas/filters.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { dayMs } from '../../../shared/text/days.ts';
import { messages } from '../../../shared/text/messages.ts';
import type { ShelfSource } from './source.ts';

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
