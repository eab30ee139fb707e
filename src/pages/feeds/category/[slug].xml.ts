import type { APIRoute } from 'astro';
import { atomFeed, feedEntryOfApp, noSuchFeed } from '../../../page-helpers/feed.ts';
import { brand } from '../../../lib/shared/page/brand.ts';
import { categoryOfSlug } from '../../../lib/shared/schemas/categories.ts';
import { displayCounts } from '../../../lib/shared/schemas/limits.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ params, locals: { page, services } }) => {
  const category = categoryOfSlug(params.slug ?? '');
  if (!category) return noSuchFeed();
  const { items } = await services.apps.listApps({ category, limit: displayCounts.feedEntries });
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `New ${category} apps on ${brand.name}`,
    path: urls.categoryFeed(category),
    pagePath: urls.category(category),
    since: 0,
    entries: items.map(feedEntryOfApp),
  });
};
