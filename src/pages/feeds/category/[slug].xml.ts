import type { APIRoute } from 'astro';
import { atomFeed, feedEntryOfApp, noSuchFeed } from '../../../page-helpers/feed.ts';
import { brand } from '../../../lib/shared/page/brand.ts';
import { displayCounts } from '../../../lib/shared/schemas/limits.ts';
import { slugify } from '../../../lib/shared/text/text.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ params: { slug = '' }, locals: { page, services }, redirect }) => {
  const found = services.site.categoryOfSlug(slug);
  if (!found) return noSuchFeed();
  const { key, name: category } = found;
  if (slugify(category) !== slug) return redirect(urls.categoryFeed(category), 301);
  const { items } = await services.apps.listApps({ category: key, limit: displayCounts.feedEntries });
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `New ${category} apps on ${brand.name}`,
    path: urls.categoryFeed(category),
    pagePath: urls.category(category),
    since: 0,
    entries: items.map(feedEntryOfApp),
  });
};
