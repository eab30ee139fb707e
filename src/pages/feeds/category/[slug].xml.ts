import type { APIRoute } from 'astro';
import { atomFeed, feedEntryOfApp, noSuchFeed } from '../../../layouts/feed.ts';
import { listTags } from '../../../layouts/tags.ts';
import { brand } from '../../../lib/shared/brand.ts';
import { categoryOfSlug } from '../../../lib/shared/categories.ts';
import { shown } from '../../../lib/shared/limits.ts';
import { urls } from '../../../lib/shared/urls.ts';

export const GET: APIRoute = async ({ params, locals: { page, services } }) => {
  const category = categoryOfSlug(params.slug ?? '');
  if (!category) return noSuchFeed();
  const { items } = await services.apps.listApps({ category, limit: shown.feedEntries });
  page.tag(...listTags(items));
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `New ${category} apps on ${brand.name}`,
    path: urls.categoryFeed(category),
    pagePath: urls.category(category),
    since: 0,
    entries: items.map(feedEntryOfApp),
  });
};
