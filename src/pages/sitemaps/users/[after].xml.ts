import type { APIRoute } from 'astro';
import { partName, sitemap } from '../../../layouts/sitemap.ts';
import { urls } from '../../../lib/shared/urls.ts';

export const GET: APIRoute = async ({ params, locals: { page, services } }) => {
  const { after = '' } = params;
  const users = partName.test(after) ? await services.profiles.sitemapUsers(after) : [];
  if (users.length === 0) return new Response('There is no such part of the sitemap.\n', { status: 404 });
  page.tag('users');
  return sitemap(
    page.siteUrl,
    users.map((user) => ({ path: urls.profileOf(user), changedAt: user.changedAt })),
  );
};
