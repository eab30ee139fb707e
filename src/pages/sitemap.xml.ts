import type { APIRoute } from 'astro';
import { sitemapOf } from '../page-helpers/sitemap.ts';
import { urls } from '../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ locals: { page, services } }) => {
  const [apps, users] = await Promise.all([services.apps.sitemapParts(), services.profiles.sitemapParts()]);
  return sitemapOf(page.siteUrl, 'sitemapindex', [
    { path: urls.sitemapOfPages() },
    ...apps.map(({ changedAt }, index) => ({ path: urls.sitemapOfApps(index + 1), changedAt })),
    ...users.map(({ changedAt }, index) => ({ path: urls.sitemapOfUsers(index + 1), changedAt })),
  ]);
};
