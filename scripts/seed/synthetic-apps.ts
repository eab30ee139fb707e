import type {
  AppCategoryTable,
  AppTable,
  NewAppRow,
  ScreenshotTable,
  TimelineTable,
  VersionTable,
} from '../../src/lib/server/platform/db/schema.ts';
import { skeletonsOf } from '../../src/lib/server/platform/names/skeleton.ts';
import { columnsOfValues } from '../../src/lib/shared/schemas/app-fields.ts';
import { platforms, type Platform } from '../../src/lib/shared/schemas/apps.ts';
import { firstCategories, type FirstCategory } from '../../src/lib/shared/schemas/categories.ts';
import { nameKey, slugify } from '../../src/lib/shared/text/text.ts';
import { cities } from './synthetic-names.ts';
import type { Random } from '../../src/sample-data/random.ts';
import { planReleases } from '../../src/sample-data/releases.ts';
import { idAt } from './synthetic-ids.ts';
import type { PicturePool } from './synthetic-pictures.ts';

/** Rows of several apps, ready to be inserted in this order. */
export interface AppRows {
  apps: NewAppRow[];
  app_categories: AppCategoryTable[];
  screenshots: ScreenshotTable[];
  versions: VersionTable[];
  timeline: TimelineTable[];
}

export interface AppSeed {
  name: string;
  ownerId: string;
  createdAt: number;
}

const does = [
  'Find, compare and book',
  'Keep track of',
  'A calm place for',
  'Share and plan',
  'Buy and sell',
  'Learn all about',
  'Get help with',
  'One simple list for',
  'Save money on',
  'The fast way to',
] as const;

const whatOf: Partial<Record<FirstCategory, string>> = {
  Finance: 'payments, savings and bills',
  Business: 'orders, staff and invoices',
  Education: 'lessons, exams and tutors',
  Shopping: 'fashion, phones and groceries',
  Travel: 'trips, buses and hotels',
  Music: 'songs, artists and shows',
  Games: 'puzzles and card games with friends',
  News: 'news from every state',
  'Food & Drink': 'meals from kitchens around you',
  'Health & Fitness': 'walks, meals and good habits',
  Medical: 'clinics, tests and prescriptions',
  Sports: 'matches, tables and local teams',
  Weather: 'rain, heat and harmattan dust',
};

const linkOf: Record<Platform, (slug: string, random: Random) => Partial<AppTable>> = {
  web: (slug) => ({ website: `https://${slug}.example` }),
  desktop: (slug) => ({
    website: `https://${slug}.example`,
    external_link: `https://downloads.example/${slug}`,
  }),
  mobile: (slug, random) => ({
    website: random.chance(0.5) ? `https://${slug}.example` : '',
    playstore_link: `https://play.google.com/store/apps/details?id=example.${slug.replaceAll('-', '_')}`,
    appstore_link: random.chance(0.5)
      ? `https://apps.apple.com/ng/app/${slug}/id${random.int(1e9, 2e9)}`
      : '',
  }),
  game: (slug) => ({
    playstore_link: `https://play.google.com/store/apps/details?id=example.${slug.replaceAll('-', '_')}`,
  }),
};

/** Adds the rows of one app. @param until releases are dated before it, in milliseconds since 1970 */
export function addApp(
  rows: AppRows,
  { name, ownerId, createdAt }: AppSeed,
  until: number,
  random: Random,
  pool: PicturePool,
): void {
  const id = idAt(createdAt);
  const slug = slugify(name);
  const platform = random.pick([...platforms, 'web', 'mobile', 'mobile'] as const);
  const first = platform === 'game' ? 'Games' : random.pick(firstCategories);
  const categories = [...new Set([first, ...random.some(firstCategories, random.pick([0, 1, 1, 2]))])];
  const what = whatOf[first] ?? `${first.toLowerCase()} in one place`;
  const description = `${random.pick(does)} ${what}, made in ${random.pick(cities)}.`;
  const releases = planReleases(random, createdAt, until);
  const pictures = random.some(
    platform === 'web' || platform === 'desktop' ? pool.landscape : pool.portrait,
    random.int(0, 4),
  );
  rows.apps.push({
    id,
    owner_id: ownerId,
    name,
    name_key: nameKey(name),
    name_skeleton: skeletonsOf(name).own,
    name_id: slug,
    ...columnsOfValues({ platform }),
    description,
    long_description: random.chance(0.7)
      ? `${name} began as a weekend project. ${description}\n\nTell us what you miss.`
      : '',
    ...linkOf[platform](slug, random),
    logo_id: random.chance(0.92) ? random.pick(pool.logos) : null,
    views: Math.floor(5_000 * random.next() ** 6),
    // Ranks as the hourly sweep gives them: most apps have too few visitors for one.
    popular: random.chance(0.2) ? random.int(10, 4_000) : 0,
    trending: random.chance(0.2) ? random.int(1, 4_000) : 0,
    created_at: createdAt,
    updated_at: releases.at(-1)?.createdAt ?? createdAt,
  });
  for (const [position, category] of categories.entries())
    rows.app_categories.push({ app_id: id, category, position, app_created_at: createdAt });
  for (const [position, mediaId] of pictures.entries())
    rows.screenshots.push({
      id: idAt(createdAt),
      app_id: id,
      media_id: mediaId,
      position,
      created_at: createdAt,
    });
  for (const [index, release] of releases.entries())
    rows.versions.push({
      id: idAt(release.createdAt),
      app_id: id,
      version: release.version,
      release_type: release.releaseType,
      release_date: release.releaseDate,
      latest_feature: release.latestFeature,
      is_current: index === releases.length - 1 ? 1 : 0,
      created_at: release.createdAt,
      updated_at: release.createdAt,
    });
  rows.timeline.push({
    id: idAt(createdAt),
    user_id: ownerId,
    category: 'LIST_APP',
    app_id: id,
    created_at: createdAt,
  });
}

export function noRows(): AppRows {
  return { apps: [], app_categories: [], screenshots: [], versions: [], timeline: [] };
}
