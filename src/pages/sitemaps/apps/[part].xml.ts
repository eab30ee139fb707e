import type { APIRoute } from 'astro';
import { noSuchPart, partOf, sitemap } from '../../../page-helpers/sitemap.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ params, locals: { page, services } }) => {
  const part = partOf(await services.apps.sitemapParts(), params.part);
  if (!part) return noSuchPart();
  const apps = await services.apps.sitemapApps(part.after);
  return sitemap(
    page.siteUrl,
    apps.map(({ nameId, changedAt }) => ({ path: urls.app(nameId), changedAt })),
  );
};
