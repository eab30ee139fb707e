import type { APIRoute } from 'astro';
import { atomFeed, feedEntryOfRelease } from '../../page-helpers/feed.ts';
import { brand } from '../../lib/shared/page/brand.ts';
import { displayCounts } from '../../lib/shared/schemas/limits.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ locals: { page, services } }) => {
  const latest = await services.versions.listLatest(displayCounts.feedEntries);
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `New releases on ${brand.name}`,
    path: urls.releasesFeed(),
    pagePath: urls.home(),
    since: 0,
    entries: latest.map(({ app, release }) => feedEntryOfRelease(app, release)),
  });
};
