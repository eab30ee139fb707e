// Rows of made-up accounts and apps, as the features would write them.
import { randomBytes } from 'node:crypto';
import type {
  AppCategoryTable,
  NewAppRow,
  NewUserRow,
  ScreenshotTable,
  TimelineTable,
  VersionTable,
} from '../../src/lib/server/platform/db/schema.ts';
import { skeletonsOf } from '../../src/lib/server/platform/names/skeleton.ts';
import { columnsOfValues } from '../../src/lib/shared/schemas/app-fields.ts';
import { platforms } from '../../src/lib/shared/schemas/apps.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import { nameKey, slugify } from '../../src/lib/shared/text/text.ts';
import type { Random } from '../../src/sample-data/random.ts';
import { planReleases } from '../../src/sample-data/releases.ts';
import { sampleListings } from '../../src/sample-data/sample-listings.ts';
import { cities, firstnames, lastnames } from './names.ts';

/** Ids of pictures that made-up apps and people share. */
export interface PicturePool {
  logos: string[];
  portrait: string[];
  landscape: string[];
  avatars: string[];
}

/** Rows of several apps, ready to be inserted in this order. */
export interface AppRows {
  apps: NewAppRow[];
  app_categories: AppCategoryTable[];
  screenshots: ScreenshotTable[];
  versions: VersionTable[];
  timeline: TimelineTable[];
}

/** A UUIDv7 of an instant. */
function idAt(instant: number): string {
  const time = instant.toString(16).padStart(12, '0');
  const noise = randomBytes(9).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(0, 3)}-a${noise.slice(3, 6)}-${noise.slice(6, 18)}`;
}

/** @param unique a part of the email */
export function userRow(random: Random, unique: string, joined: number, pool: PicturePool): NewUserRow {
  const [firstname, lastname] = [random.pick(firstnames), random.pick(lastnames)];
  const city = random.pick(cities);
  const email = `${slugify(firstname)}.${slugify(lastname)}.${unique}@mail.example`;
  return {
    id: idAt(joined),
    email,
    email_key: email,
    pending_email_key: null,
    pending_until: null,
    signup_network: null,
    is_contested: 0,
    // Nobody can log in to a made-up account.
    password_hash: null,
    firstname,
    lastname,
    phone_no: random.chance(0.6) ? `+234 800 ${random.int(100, 999)} ${random.int(1_000, 9_999)}` : '',
    address: random.chance(0.7) ? `${random.int(1, 120)} Market Road, ${city}` : '',
    show_email: 1,
    show_phone: 1,
    show_address: 1,
    country: 'Nigeria',
    country_code: 'NG',
    about: random.chance(0.7) ? `Developer in ${city}. I build what I miss myself.` : '',
    tags: JSON.stringify(
      random.some(['python', 'kotlin', 'swift', 'react', 'php', 'design'], random.int(0, 5)),
    ),
    social_links: random.chance(0.5) ? JSON.stringify({ github: `https://github.example/${unique}` }) : '{}',
    picture_id: random.chance(0.6) ? random.pick(pool.avatars) : null,
    handle: null,
    views: 0,
    is_verified: 1,
    created_at: joined,
    closed_at: null,
    updated_at: joined,
  };
}

export function eventsOf({ created_at: joined, id: user_id }: NewUserRow): TimelineTable[] {
  const event = (category: TimelineTable['category'], at: number): TimelineTable => {
    return { id: idAt(at), user_id, category, app_id: null, created_at: at };
  };
  return [event('SIGNUP', joined), event('ACCOUNT_VERIFIED', joined + 180_000)];
}

interface AppSeed {
  name: string;
  ownerId: string;
  createdAt: number;
  /** Releases are dated before it. */
  until: number;
}

/** Adds the rows of one app, with texts of sample listings. */
export function addApp(rows: AppRows, seed: AppSeed, random: Random, pool: PicturePool): void {
  const { name, ownerId, createdAt, until } = seed;
  const id = idAt(createdAt);
  const slug = slugify(name);
  const platform = random.pick([...platforms, 'web', 'mobile', 'mobile'] as const);
  const [isPhone, isGame] = [platform === 'mobile', platform === 'game'];
  const store = isPhone || isGame;
  const first = isGame ? 'Games' : random.pick(firstCategories);
  const categories = [...new Set([first, ...random.some(firstCategories, random.pick([0, 1, 1, 2]))])];
  const text = (): string => random.pick(sampleListings).description;
  const releases = planReleases(random, createdAt, until);
  rows.apps.push({
    id,
    owner_id: ownerId,
    name,
    name_key: nameKey(name),
    name_skeleton: skeletonsOf(name).own,
    name_id: slug,
    ...columnsOfValues({ platform }),
    description: `${text()} ${first}, made in ${random.pick(cities)}.`,
    long_description: random.chance(0.7) ? `${text()} ${text()}\n\n${text()}` : '',
    website: isGame ? '' : `https://${slug}.example`,
    playstore_link: store
      ? `https://play.google.com/store/apps/details?id=example.${slug.replaceAll('-', '_')}`
      : '',
    appstore_link: isPhone ? `https://apps.apple.com/ng/app/${slug}/id${random.int(1e9, 2e9)}` : '',
    external_link: platform === 'desktop' ? `https://downloads.example/${slug}` : '',
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
  const shown = random.some(store ? pool.portrait : pool.landscape, random.int(0, 4));
  for (const [position, media_id] of shown.entries())
    rows.screenshots.push({ id: idAt(createdAt), app_id: id, media_id, position, created_at: createdAt });
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
  const listed = { user_id: ownerId, category: 'LIST_APP' as const, app_id: id };
  rows.timeline.push({ id: idAt(createdAt), ...listed, created_at: createdAt });
}
