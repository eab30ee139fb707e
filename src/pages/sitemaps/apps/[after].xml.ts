import type { APIRoute } from 'astro';
import { partName, sitemap } from '../../../layouts/sitemap.ts';
import { urls } from '../../../lib/shared/urls.ts';

export const GET: APIRoute = async ({ params, locals: { page, services } }) => {
  const { after = '' } = params;
  const apps = partName.test(after) ? await services.apps.sitemapApps(after) : [];
  if (apps.length === 0) return new Response('There is no such part of the sitemap.\n', { status: 404 });
  page.tag('apps');
  return sitemap(
    page.siteUrl,
    apps.map(({ nameId, changedAt }) => ({ path: urls.app(nameId), changedAt })),
  );
};
