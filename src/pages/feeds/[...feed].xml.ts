import type { APIContext, APIRoute } from 'astro';
import { statusOfAbsence } from '../../page-helpers/absent.ts';
import { atomFeed, entryOfApp, entryOfRelease, noSuchFeed, type Feed } from '../../page-helpers/feed.ts';
import { robotsHeaders } from '../../page-helpers/robots.ts';
import { urls } from '../../lib/shared/addresses/urls.ts';
import { brand } from '../../lib/shared/page/brand.ts';
import { hasDeadLink } from '../../lib/shared/schemas/apps.ts';
import { browseUrl, noChoice } from '../../lib/shared/schemas/filters.ts';
import { fullName } from '../../lib/shared/schemas/users.ts';
import { messages } from '../../lib/shared/text/messages.ts';
import { slugify } from '../../lib/shared/text/text.ts';

const limit = 30;

type Services = APIContext['locals']['services'];
type Read = (services: Services, id: string, leadTo: (path: string) => Response) => Promise<Feed | Response>;

/** The feeds by the first part of their path. Those of one subject have its id as the second part. */
const feeds: Record<string, Read> = {
  apps: async ({ apps }) => ({
    title: `New apps on ${brand.name}`,
    path: urls.newAppsFeed(),
    pagePath: urls.home(),
    entries: (await apps.listApps({ limit })).items.map(entryOfApp),
  }),
  releases: async ({ versions }) => ({
    title: `New releases on ${brand.name}`,
    path: urls.releasesFeed(),
    pagePath: urls.home(),
    entries: (await versions.listLatest(limit)).map(({ app, release }) => entryOfRelease(app, release)),
  }),
  trending: async ({ apps }) => ({
    title: `Trending apps on ${brand.name}`,
    path: urls.trendingFeed(),
    pagePath: browseUrl({ ...noChoice, sort: 'trending' }),
    entries: (await apps.listTrending(limit)).map(entryOfApp),
  }),
  proved: async ({ search }) => ({
    title: `${messages.shelves.proved} on ${brand.name}`,
    path: urls.provedFeed(),
    pagePath: browseUrl({ ...noChoice, proved: 'yes' }),
    entries: (await search.browseApps({ proved: 'yes', limit })).items
      .filter((app) => app.lifecycle === 'active' && !hasDeadLink(app))
      .map(entryOfApp),
  }),
  picks: async ({ shelves }) => {
    const picked = (await shelves.listPicks()).flatMap((shelf) => shelf.apps.map((app) => ({ app, shelf })));
    // An app that was picked again stands at the latest pick.
    const latest = new Map<string, (typeof picked)[number]>();
    for (const pick of picked) if (!latest.has(pick.app.id)) latest.set(pick.app.id, pick);
    return {
      title: `${messages.shelves.picks} on ${brand.name}`,
      path: urls.picksFeed(),
      pagePath: urls.picks(),
      entries: [...latest.values()].slice(0, limit).map(({ app, shelf }) => ({
        ...entryOfApp(app),
        title: `${app.name}: ${shelf.title}`,
        publishedAt: shelf.startsAt,
        updatedAt: shelf.startsAt,
      })),
    };
  },
  category: async ({ apps, site }, slug, leadTo) => {
    const found = site.categoryOfSlug(slug);
    if (!found) return noSuchFeed();
    const { key, name } = found;
    if (slugify(name) !== slug) return leadTo(urls.categoryFeed(name));
    return {
      title: `New ${name} apps on ${brand.name}`,
      path: urls.categoryFeed(name),
      pagePath: urls.category(name),
      entries: (await apps.listApps({ category: key, limit })).items.map(entryOfApp),
    };
  },
  user: async ({ apps, profiles }, id) => {
    const user = await profiles.findUser(id);
    if (!user) return noSuchFeed();
    return {
      title: `Apps by ${fullName(user)} on ${brand.name}`,
      path: urls.userFeed(user.id),
      pagePath: urls.profileOf(user),
      since: user.dateJoined,
      entries: (await apps.listApps({ ownerId: user.id, limit })).items.map(entryOfApp),
    };
  },
  list: async ({ lists }, slug) => {
    const found = await lists.findList(slug);
    if (!found) return noSuchFeed();
    const { list, apps } = found;
    const changedAt = Date.parse(list.changed_at);
    return {
      title: `${list.title} on ${brand.name}`,
      path: urls.listFeed(slug),
      pagePath: urls.list(slug),
      since: changedAt,
      entries: apps.map(({ app, note }) => {
        const entry = entryOfApp(app);
        return { ...entry, summary: note || entry.summary, updatedAt: Math.max(app.updatedAt, changedAt) };
      }),
      headers: robotsHeaders({ state: list.is_public ? 'public' : 'unlisted' }),
    };
  },
  app: async ({ apps, versions }, nameId, leadTo) => {
    const lookup = await apps.findApp(nameId);
    if (lookup.kind === 'renamed') return leadTo(urls.appFeed(lookup.nameId));
    if (lookup.kind !== 'found') return noSuchFeed(statusOfAbsence(lookup));
    const { app } = lookup;
    const { items } = await versions.listVersions({ appId: app.id, limit });
    return {
      title: `Releases of ${app.name} on ${brand.name}`,
      path: urls.appFeed(app.nameId),
      pagePath: urls.versions(app.nameId),
      since: app.createdAt,
      entries: items.map((release) => entryOfRelease(app, release)),
      headers: robotsHeaders(app),
    };
  },
};

export const GET: APIRoute = async ({ params, redirect, locals: { page, services } }) => {
  const [name = '', id, ...more] = (params.feed ?? '').split('/');
  const read = Object.hasOwn(feeds, name) ? feeds[name] : undefined;
  const hasSubject = ['category', 'user', 'list', 'app'].includes(name);
  if (!read || hasSubject !== (id !== undefined) || more.length > 0) return noSuchFeed();
  const feed = await read(services, id ?? '', (path) => redirect(path, 301));
  return feed instanceof Response ? feed : atomFeed(page.siteUrl, feed);
};
