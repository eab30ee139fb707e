import type { APIContext, APIRoute } from 'astro';
import { sitemapOf, type SitemapEntry } from '../../page-helpers/sitemap.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';

async function pagesOf({ lists, shelves, site }: APIContext['locals']['services']): Promise<SitemapEntry[]> {
  const picks = await shelves.listPicks();
  const paths = [
    ...[
      urls.home(),
      urls.apps(),
      urls.categories(),
      urls.search(),
      urls.newApp(),
      urls.about(),
      urls.terms(),
    ],
    ...[urls.privacy(), urls.policies(), urls.transparency(), urls.howWeCount(), urls.signup(), urls.login()],
    ...(picks.length > 0 ? [urls.picks()] : []),
    ...site.categories().map(({ name }) => urls.category(name)),
  ];
  const made = await lists.listPublicLists({ limit: 1_000 });
  return [
    ...paths.map((path) => ({ path })),
    ...made.map((list) => ({ path: urls.list(list.slug), changedAt: Date.parse(list.changed_at) })),
  ];
}

export const GET: APIRoute = async ({ params, locals: { page, services } }) => {
  const { apps, profiles } = services;
  const [, kind = '', number] = /^(pages|apps|users)(?:\/([1-9]\d{0,5}))?$/.exec(params.part ?? '') ?? [];
  const partOf = <Part>(parts: readonly Part[]): Part | undefined => parts[Number(number) - 1];
  let entries: SitemapEntry[] | undefined;
  if (kind === 'pages' && number === undefined) entries = await pagesOf(services);
  else if (kind === 'apps') {
    const part = partOf(await apps.sitemapParts());
    const found = part && (await apps.sitemapApps(part.after));
    entries = found?.map(({ nameId, changedAt }) => ({ path: urls.app(nameId), changedAt }));
  } else if (kind === 'users') {
    const part = partOf(await profiles.sitemapParts());
    const found = part && (await profiles.sitemapUsers(part.after));
    entries = found?.map((user) => ({ path: urls.profileOf(user), changedAt: user.changedAt }));
  }
  if (!entries) return new Response('There is no such part of the sitemap.\n', { status: 404 });
  return sitemapOf(page.siteUrl, 'urlset', entries);
};
