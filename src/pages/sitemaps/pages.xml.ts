import type { APIRoute } from 'astro';
import { sitemap } from '../../page-helpers/sitemap.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';

const paths = (categories: readonly string[], hasPicks: boolean): string[] => [
  urls.home(),
  urls.apps(),
  ...(hasPicks ? [urls.picks()] : []),
  urls.categories(),
  ...categories.map(urls.category),
  urls.search(),
  urls.newApp(),
  urls.about(),
  urls.terms(),
  urls.privacy(),
  urls.policies(),
  urls.transparency(),
  urls.howWeCount(),
  urls.signup(),
  urls.login(),
];

export const GET: APIRoute = async ({ locals: { page, services } }) => {
  const picks = await services.shelves.listPicks();
  const categories = services.site.categories().map(({ name }) => name);
  return sitemap(
    page.siteUrl,
    paths(categories, picks.length > 0).map((path) => ({ path })),
  );
};
