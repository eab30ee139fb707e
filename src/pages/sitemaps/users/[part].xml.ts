import type { APIRoute } from 'astro';
import { noSuchPart, partOf, sitemap } from '../../../page-helpers/sitemap.ts';
import { urls } from '../../../lib/shared/addresses/urls.ts';

export const GET: APIRoute = async ({ params, locals: { page, services } }) => {
  const part = partOf(await services.profiles.sitemapParts(), params.part);
  if (!part) return noSuchPart();
  const users = await services.profiles.sitemapUsers(part.after);
  return sitemap(
    page.siteUrl,
    users.map((user) => ({ path: urls.profileOf(user), changedAt: user.changedAt })),
  );
};
