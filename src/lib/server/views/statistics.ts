// The statistics of an app for its owner, from the daily counts, and where views come from.
import { linkNames } from '../../shared/addresses/links.ts';
import { figureNames, ownSource } from '../../shared/text/statistics-texts.ts';
import type { Figures, StatisticsJson } from '../../shared/schemas/views.ts';
import { dayMs, dayNumber, lagosAheadMs } from '../../shared/text/days.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { lagosDayOf } from '../platform/db/statements.ts';
import { registrableDomain } from '../proofs/ways.ts';

/** Days for which daily counts are kept, two years and today; totals are never removed. */
export const keptDays = 731;

/** Sources of an answer. */
const shownSources = 20;

/** By the word before the ending of their domains, which differs by country. */
const searchEngines: Readonly<Record<string, string>> = {
  google: 'Google',
  bing: 'Bing',
  duckduckgo: 'DuckDuckGo',
  yahoo: 'Yahoo',
  yandex: 'Yandex',
  baidu: 'Baidu',
  ecosia: 'Ecosia',
  qwant: 'Qwant',
  startpage: 'Startpage',
  brave: 'Brave',
};
/** Not hosts such as mail.google.com. */
const engineHost = /^(?:(?:www|m|cn|(?:[a-z]+\.)?search)\.)?([a-z]+)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/;

export const isHost = (source: string): boolean => source.includes('.');

/** @returns 'Own', 'Direct', 'Other', the name of a search engine, or a registrable domain */
export function sourceOf(referrer: string, siteUrl: string): string {
  if (referrer === '') return 'Direct';
  const url = URL.parse(referrer);
  if (!url || !/^https?:$/.test(url.protocol)) return 'Other';
  if (url.host === new URL(siteUrl).host) return ownSource;
  const word = engineHost.exec(url.hostname)?.[1] ?? '';
  if (Object.hasOwn(searchEngines, word)) return searchEngines[word] ?? 'Other';
  return registrableDomain(url.hostname) ?? 'Other';
}

/** The day as '2026-11-21'. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The counts of the links or of the sources of an app. @param prefix such as 'from:<id>:' */
export const detailsOf = (db: ReadDb, prefix: `${'link' | 'from'}:${string}:`) =>
  db
    .selectFrom('view_counts')
    .select(['subject', 'day', 'views'])
    .where('subject', '>', prefix)
    // The character after ':'.
    .where('subject', '<', `${prefix.slice(0, -1)};` as typeof prefix);

const noFigures = () => Object.fromEntries(figureNames.map((name) => [name, 0])) as unknown as Figures;

/** @param today days since 1970 in Lagos */
export async function findStatistics(
  db: ReadDb,
  { id, ownerId }: { id: string; ownerId: string },
  today: number,
  days: number,
): Promise<StatisticsJson> {
  const first = today - days + 1;
  const oldest = first - days;
  const since = oldest * dayMs - lagosAheadMs;
  const subjects = {
    [`app:${id}`]: 'views',
    [`tap:${id}`]: 'taps',
    [`user:${ownerId}`]: 'profile_views',
    ...Object.fromEntries(linkNames.map((name) => [`link:${id}:${name}`, name])),
  } as Record<`app:${string}`, keyof Figures>;
  const counts = await db
    .selectFrom('view_counts')
    .selectAll()
    .where('subject', 'in', Object.keys(subjects) as `app:${string}`[])
    .where('day', '>=', oldest)
    .execute();
  const byDay = Array.from({ length: today - oldest + 1 }, noFigures);
  const add = (day: number, name: keyof Figures, count: number): void => {
    const of = byDay[day - oldest];
    if (of) of[name] += count;
  };
  for (const { subject, day, views } of counts)
    add(day, subjects[subject as `app:${string}`] ?? 'views', views);
  const saves = await db
    .selectFrom('saved_apps')
    .select(({ fn }) => [lagosDayOf('updated_at').as('day'), fn.countAll<number>().as('count')])
    .where('app_id', '=', id)
    .where('is_saved', '=', 1)
    .where('updated_at', '>=', since)
    .groupBy('day')
    .execute();
  for (const { day, count } of saves) add(day, 'saves', count);
  const follows = await db
    .selectFrom('follows')
    .select(({ fn }) => [lagosDayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where('subject', '=', `app:${id}`)
    .where('created_at', '>=', since)
    .groupBy('day')
    .execute();
  for (const { day, count } of follows) add(day, 'followers', count);
  const shown = byDay.slice(days);
  return {
    days: shown.map((of, at) => ({ day: dateOf(first + at), ...of })),
    total: sumOf(shown),
    before: sumOf(byDay.slice(0, days)),
    sources: await findSources(db, id, first, oldest),
    releases: await findReleases(db, id, first, today),
  };
}

function sumOf(days: readonly Figures[]): Figures {
  const sum = noFigures();
  for (const of of days) for (const name of figureNames) sum[name] += of[name];
  return sum;
}

/** The sources with the most views; the views of the rest count as 'Other'. */
async function findSources(db: ReadDb, id: string, first: number, oldest: number) {
  const prefix = `from:${id}:` as const;
  const rows = await detailsOf(db, prefix).where('day', '>=', oldest).execute();
  const sources = new Map<string, { views: number; before: number }>();
  const put = (source: string, views: number, before: number): void => {
    const known = sources.get(source) ?? { views: 0, before: 0 };
    sources.set(source, { views: known.views + views, before: known.before + before });
  };
  for (const { subject, day, views } of rows) {
    const isBefore = day < first;
    put(subject.slice(prefix.length), isBefore ? 0 : views, isBefore ? views : 0);
  }
  const sorted = () =>
    [...sources].sort(([a, one], [b, other]) => other.views - one.views || (a < b ? -1 : 1));
  for (const [source, { views, before }] of sorted()
    .filter(([of]) => of !== 'Other')
    .slice(shownSources)) {
    sources.delete(source);
    put('Other', views, before);
  }
  return sorted().map(([source, counts]) => ({ source, ...counts }));
}

async function findReleases(db: ReadDb, id: string, first: number, today: number) {
  const versions = await db
    .selectFrom('versions')
    .select(['version', 'release_date', 'created_at'])
    .where('app_id', '=', id)
    .execute();
  return versions
    .map(({ version, release_date, created_at }) => ({ version, day: dayNumber(release_date ?? created_at) }))
    .filter(({ day }) => day >= first && day <= today)
    .sort((one, other) => one.day - other.day)
    .map(({ version, day }) => ({ version, day: dateOf(day) }));
}
