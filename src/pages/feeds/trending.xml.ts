import type { APIRoute } from 'astro';
import { atomFeed, feedEntryOfApp } from '../../page-helpers/feed.ts';
import { brand } from '../../lib/shared/page/brand.ts';
import { browseUrl, noChoice } from '../../lib/shared/schemas/filters.ts';
import { displayCounts } from '../../lib/shared/schemas/limits.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ locals: { page, services } }) => {
  const items = await services.apps.listTrending(displayCounts.feedEntries);
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `Trending apps on ${brand.name}`,
    path: urls.trendingFeed(),
    pagePath: browseUrl({ ...noChoice, sort: 'trending' }),
    since: 0,
    entries: items.map(feedEntryOfApp),
  });
};
