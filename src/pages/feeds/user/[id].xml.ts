import type { APIRoute } from 'astro';
import { atomFeed, feedEntryOfApp, noSuchFeed } from '../../../page-helpers/feed.ts';
import { brand } from '../../../lib/shared/page/brand.ts';
import { displayCounts } from '../../../lib/shared/schemas/limits.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';
import { fullName } from '../../../lib/shared/schemas/users.ts';

export const GET: APIRoute = async ({ params, locals: { page, services } }) => {
  const user = await services.profiles.findUser(params.id ?? '');
  if (!user) return noSuchFeed();
  const { items } = await services.apps.listApps({ ownerId: user.id, limit: displayCounts.feedEntries });
  return atomFeed({
    siteUrl: page.siteUrl,
    title: `Apps by ${fullName(user)} on ${brand.name}`,
    path: urls.userFeed(user.id),
    pagePath: urls.profileOf(user),
    since: user.dateJoined,
    entries: items.map(feedEntryOfApp),
  });
};
