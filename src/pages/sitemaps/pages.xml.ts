import type { APIRoute } from 'astro';
import { sitemap } from '../../page-helpers/sitemap.ts';
import { categoryNames } from '../../lib/shared/schemas/categories.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';

const paths = [
  urls.home(),
  urls.apps(),
  ...categoryNames.map(urls.category),
  urls.search(),
  urls.newApp(),
  urls.about(),
  urls.terms(),
  urls.privacy(),
  urls.signup(),
  urls.login(),
];

export const GET: APIRoute = ({ locals: { page } }) => {
  return sitemap(
    page.siteUrl,
    paths.map((path) => ({ path })),
  );
};
