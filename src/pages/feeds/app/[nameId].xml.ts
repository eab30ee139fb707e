import type { APIRoute } from 'astro';
import { statusOfAbsence } from '../../../page-helpers/absent.ts';
import { atomFeed, feedEntryOfRelease, noSuchFeed } from '../../../page-helpers/feed.ts';
import { robotsHeaders } from '../../../page-helpers/robots.ts';
import { brand } from '../../../lib/shared/page/brand.ts';
import { displayCounts } from '../../../lib/shared/schemas/limits.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ params, redirect, locals: { page, services } }) => {
  const lookup = await services.apps.findApp(params.nameId ?? '');
  if (lookup.kind === 'renamed') return redirect(urls.appFeed(lookup.nameId), 301);
  if (lookup.kind !== 'found') return noSuchFeed(statusOfAbsence(lookup));
  const { app } = lookup;
  const { items } = await services.versions.listVersions({ appId: app.id, limit: displayCounts.feedEntries });
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `Releases of ${app.name} on ${brand.name}`,
    path: urls.appFeed(app.nameId),
    pagePath: urls.versions(app.nameId),
    since: app.createdAt,
    entries: items.map((release) => feedEntryOfRelease(app, release)),
    headers: robotsHeaders(app),
  });
};
