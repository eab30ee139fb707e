import type { APIRoute } from 'astro';
import { atomFeed, feedEntryOfApp } from '../../page-helpers/feed.ts';
import { brand } from '../../lib/shared/page/brand.ts';
import { browseUrl, noChoice } from '../../lib/shared/schemas/filters.ts';
import { displayCounts } from '../../lib/shared/schemas/limits.ts';
import { hasDeadLink } from '../../lib/shared/schemas/apps.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ locals: { page, services } }) => {
  const { items } = await services.search.browseApps({ proved: 'yes', limit: displayCounts.feedEntries });
  const alive = items.filter((app) => app.lifecycle === 'active' && !hasDeadLink(app));
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `${messages.shelves.proved} on ${brand.name}`,
    path: urls.provedFeed(),
    pagePath: browseUrl({ ...noChoice, proved: 'yes' }),
    since: 0,
    entries: alive.map(feedEntryOfApp),
  });
};
