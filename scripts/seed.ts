// npm run seed -- --apps 100000: fills the configured database with made-up users and apps for measurements.
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { compose, type Product } from '../src/compose.ts';
import type { StoredPicture } from '../src/lib/server/media/index.ts';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import type { PicturePurpose } from '../src/lib/shared/page/pictures.ts';
import { platformNames } from '../src/lib/shared/schemas/app-fields.ts';
import { firstCategories } from '../src/lib/shared/schemas/categories.ts';
import { dayMs } from '../src/lib/shared/text/days.ts';
import { slugify } from '../src/lib/shared/text/text.ts';
import { openPictures, pictureNames } from '../src/sample-data/pictures.ts';
import { createRandom } from '../src/sample-data/random.ts';
import { planReleases } from '../src/sample-data/releases.ts';
import { sampleListings } from '../src/sample-data/sample-listings.ts';
import { counted, progressOf, runCommand, secondsSince, UsageError } from './command.ts';
import { cities, firstnames, lastnames, nameAt } from './seed/names.ts';

const help = `Usage: npm run seed -- --apps <number> [--users <number>]

Adds made-up apps, with owners, pictures, releases and timelines, to the database of the
current configuration (DATA_DIR or DATABASE_URL). For measuring: the apps are not real, and
nobody can log in as their owners. Running it again adds more. A server that is running
shows them after a restart.

  --apps <number>    how many apps to add, 1 to 10000000
  --users <number>   how many owners to add; one for every eight apps when left out
  --help             this text

Example: DATA_DIR=/tmp/large npm run seed -- --apps 100000`;

/** Writes at a time, which share commits. */
const inTurn = pLimit(64);
/** Accounts and apps are dated over this time, evenly. */
const spanMs = 730 * dayMs;
/** Pictures of each kind that are shared. */
const most = 16;

interface PicturePool {
  logos: StoredPicture[];
  avatars: StoredPicture[];
  screenshots: StoredPicture[];
}

async function storePictures({ media }: Product['services']): Promise<PicturePool> {
  const pictures = openPictures(media);
  const several = (pattern: RegExp, purpose: PicturePurpose): Promise<StoredPicture[]> =>
    Promise.all(
      pictureNames(pattern)
        .slice(0, most)
        .map((name) => pictures.store(name, purpose)),
    );
  try {
    const logos = await several(/-logo$/, 'logo');
    const avatars = await several(/^person-/, 'avatar');
    return { logos, avatars, screenshots: await several(/-[12]$/, 'screenshot') };
  } finally {
    pictures.close();
  }
}

async function seedUsers({ services }: Product, count: number, now: number, { avatars }: PicturePool) {
  const random = createRandom(`users ${String(now)}`);
  const progress = progressOf('users');
  let done = 0;
  return await inTurn.map(Array.from({ length: count }), async (_, number) => {
    const [firstname, lastname, city] = [
      random.pick(firstnames),
      random.pick(lastnames),
      random.pick(cities),
    ];
    const unique = `${now.toString(36)}${number.toString(36)}`;
    const { id } = await services.accounts.createSampleOwner({
      email: `${slugify(firstname)}.${slugify(lastname)}.${unique}@mail.example`,
      firstname,
      lastname,
      about: random.chance(0.7) ? `Developer in ${city}. I build what I miss myself.` : '',
      country: 'Nigeria',
      country_code: 'NG',
      phone_no: random.chance(0.6)
        ? `+234 800 ${String(random.int(100, 999))} ${String(random.int(1_000, 9_999))}`
        : '',
      address: random.chance(0.7) ? `${String(random.int(1, 120))} Market Road, ${city}` : '',
      tags: JSON.stringify(
        random.some(['python', 'kotlin', 'swift', 'react', 'php', 'design'], random.int(0, 5)),
      ),
      social_links: JSON.stringify(random.chance(0.5) ? { github: `https://github.example/${unique}` } : {}),
      // Owners join over the whole time, so that old apps have old owners.
      created_at: Math.round(now - spanMs - dayMs + (number / count) * spanMs),
      picture: random.chance(0.6) ? random.pick(avatars) : null,
    });
    progress((done += 1), count);
    return id;
  });
}

async function seedApps(
  { db, services }: Product,
  count: number,
  now: number,
  pool: PicturePool,
  users: string[],
) {
  const { apps } = await db.read
    .selectFrom('apps')
    .select((eb) => eb.fn.countAll<number>().as('apps'))
    .executeTakeFirstOrThrow();
  const progress = progressOf('apps');
  let [done, number] = [0, apps];
  await inTurn.map(Array.from({ length: count }), async (_, index) => {
    const random = createRandom(`app ${String(apps + index)}`);
    let name = nameAt((number += 1));
    while (await services.apps.nameExists(name)) name = nameAt((number += 1));
    const slug = slugify(name);
    const platform = random.pick([...platformNames, 'web', 'mobile', 'mobile'] as const);
    const [isPhone, isGame] = [platform === 'mobile', platform === 'game'];
    const first = isGame ? 'Games' : random.pick(firstCategories);
    const text = (): string => random.pick(sampleListings).description;
    const share = index / count;
    const createdAt = Math.round(now - spanMs + share * (spanMs - dayMs / 24));
    const [firstRelease, ...releases] = planReleases(random, createdAt, now).slice(-2);
    // Somebody who had joined before. A few own hundreds of apps, most own one or two.
    const joined = Math.max(Math.floor(share * users.length), 1);
    const { id } = await services.apps.publishApp({
      ownerId: users[Math.floor(joined * random.next() ** 1.2)] ?? '',
      name,
      platform,
      categories: [...new Set([first, ...random.some(firstCategories, random.pick([0, 1, 1, 2]))])],
      description: `${text()} ${first}, made in ${random.pick(cities)}.`,
      long_description: random.chance(0.7) ? `${text()} ${text()}\n\n${text()}` : '',
      website: isGame ? '' : `https://${slug}.example`,
      playstore_link:
        isPhone || isGame
          ? `https://play.google.com/store/apps/details?id=${slug.replaceAll('-', '_')}.ng`
          : '',
      appstore_link: isPhone ? `https://apps.apple.com/ng/app/${slug}/id${String(random.int(1e9, 2e9))}` : '',
      external_link: platform === 'desktop' ? `https://downloads.example/${slug}` : '',
      logo: random.chance(0.92) ? random.pick(pool.logos) : null,
      screenshots: random.some(pool.screenshots, random.int(0, 4)),
      createdAt,
      ...(firstRelease && { firstRelease }),
    });
    for (const release of releases) await services.versions.addVersion({ appId: id, ...release });
    progress((done += 1), count);
  });
  // As the hourly sweep would leave it, with ranks.
  await services.search.sweep();
  await db.write((trx) =>
    sql`update apps set views = length(description) * 31 % 997, popular = length(description) * 397 % 4000,
      trending = length(long_description) * 577 % 4000`.execute(trx),
  );
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000_000)
    throw new UsageError(`--${name} ${text}: must be a whole number from 1 to 10000000.`);
  return value;
}

const options = { apps: { type: 'string' }, users: { type: 'string' } } as const;

await runCommand({ help, options }, async ({ values }) => {
  if (values.apps === undefined) throw new UsageError('--apps is missing.');
  const apps = wholeNumber('apps', values.apps);
  const users = values.users === undefined ? Math.ceil(apps / 8) : wholeNumber('users', values.users);
  const [began, now] = [performance.now(), Date.now()];
  const config = parseConfig(process.env);
  console.log(`Seeding ${config.databaseUrl === undefined ? config.dataDir : 'PostgreSQL'} ...`);
  // Loading the samples takes ten seconds, and no measurement needs them.
  const product = await compose(config, { syncCommits: false });
  const pool = await storePictures(product.services);
  await seedApps(product, apps, now, pool, await seedUsers(product, users, now, pool));
  // Without statistics the planner of either engine takes a large table for a small one.
  await product.db.write((trx) => sql`analyze`.execute(trx));
  await product.close();
  console.log(`Added ${counted(apps, 'app')} in ${secondsSince(began)}.`);
});
