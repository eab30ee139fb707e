import type { APIRoute } from 'astro';
import { sitemapIndex } from '../layouts/sitemap.ts';
import { urls } from '../lib/shared/urls.ts';

export const GET: APIRoute = async ({ locals: { page, services } }) => {
  const [apps, users] = await Promise.all([services.apps.sitemapParts(), services.profiles.sitemapParts()]);
  page.tag('apps', 'users');
  return sitemapIndex(page.siteUrl, [
    { path: urls.sitemapOfPages() },
    ...apps.map(({ after, changedAt }) => ({ path: urls.sitemapOfApps(after), changedAt })),
    ...users.map(({ after, changedAt }) => ({ path: urls.sitemapOfUsers(after), changedAt })),
  ]);
};
