import type { APIRoute } from 'astro';
import { atomFeed, feedEntryOfApp } from '../../page-helpers/feed.ts';
import { brand } from '../../lib/shared/page/brand.ts';
import { displayCounts } from '../../lib/shared/schemas/limits.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ locals: { page, services } }) => {
  const shelves = await services.shelves.listPicks();
  const picked = shelves.flatMap((shelf) => shelf.apps.map((app) => ({ app, shelf })));
  // An app that was picked again stands at the latest pick.
  const latest = new Map<string, (typeof picked)[number]>();
  for (const pick of picked) if (!latest.has(pick.app.id)) latest.set(pick.app.id, pick);
  const entries = [...latest.values()].slice(0, displayCounts.feedEntries).map(({ app, shelf }) => ({
    ...feedEntryOfApp(app),
    title: `${app.name}: ${shelf.title}`,
    publishedAt: shelf.startsAt,
    updatedAt: shelf.startsAt,
  }));
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `${messages.shelves.picks} on ${brand.name}`,
    path: urls.picksFeed(),
    pagePath: urls.picks(),
    since: 0,
    entries,
  });
};
