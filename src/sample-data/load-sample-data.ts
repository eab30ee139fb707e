import pLimit from 'p-limit';
import type { StoredPicture } from '../lib/server/media/index.ts';
import type { Services } from '../lib/server/services.ts';
import { dayMs } from '../lib/shared/text/days.ts';
import { slugify } from '../lib/shared/text/text.ts';
import { openPictures, screenshotNames, type Pictures } from './pictures.ts';
import { createRandom } from './random.ts';
import { planReleases, type PlannedRelease } from './releases.ts';
import { sampleListings, sampleNote, type SampleListing } from './sample-listings.ts';
import { emailOf, ownerKeyOf, sampleOwners, type SampleOwnerPlan } from './sample-owners.ts';

export interface SampleDataOptions {
  /** Called before the first listing and after each: how many are done, of how many, the name of the last. */
  progress?: (done: number, total: number, label: string) => void;
  /** Id of the account with this email, when a load that was cut off had made it. */
  findOwner?: (email: string) => Promise<string | undefined>;
  /** Milliseconds since 1970; the listings are dated over the two years before it. */
  now?: number;
  /** All of them when left out. */
  listings?: readonly SampleListing[];
  /**
   * Tells whose logo and screenshots a listing gets, by its name; its own when left out. Encoding pictures costs most.
   */
  picturesOf?: (name: string) => string;
}

interface Dated {
  listing: SampleListing;
  releases: PlannedRelease[];
}

interface AppPictures {
  logo: StoredPicture;
  screenshots: StoredPicture[];
}

/** Apps whose pictures are under way at a time, so that encoding never waits for the database. */
const ahead = 4;

/** Lists every sample app with its pictures and releases, and skips existing ones. */
export async function loadSampleData(services: Services, options: SampleDataOptions = {}): Promise<void> {
  const {
    progress,
    findOwner,
    now = Date.now(),
    listings = sampleListings,
    picturesOf = (name) => name,
  } = options;
  const pictures = openPictures(services.media);
  const inTurn = pLimit(ahead);
  try {
    const dated = inOrder(listings, now);
    progress?.(0, dated.length, '');
    const owners = new Map<string, string>();
    for (const owner of sampleOwners) {
      const id = (await findOwner?.(emailOf(owner))) ?? (await createOwner(services, pictures, owner, now));
      owners.set(owner.key, id);
    }
    const stored = dated.map(({ listing }) =>
      inTurn(() => storePictures(services, pictures, listing, picturesOf(listing.name))),
    );
    // A rejection is handled by the loop below; without this it would count as unhandled until then.
    for (const ofApp of stored) ofApp.catch(() => undefined);
    for (const [index, { listing, releases }] of dated.entries()) {
      const ofApp = await stored[index];
      const owner = owners.get(ownerKeyOf(listing.categories));
      if (owner) await publish(services, owner, listing, releases, ofApp ?? null);
      progress?.(index + 1, dated.length, listing.name);
    }
  } finally {
    inTurn.clearQueue();
    pictures.close();
  }
}

/**
 * Oldest listing first, so that ids and dates have one order; the file's own order would list a whole trade in a row.
 */
function inOrder(listings: readonly SampleListing[], now: number): Dated[] {
  const random = createRandom('order of the sample listings');
  const shuffled = random.some(listings, listings.length);
  const today = now - (now % dayMs);
  return shuffled.map((listing, index) => {
    const share = (shuffled.length - index) / shuffled.length;
    const own = createRandom(`releases ${listing.name}`);
    const from = Math.round(today - (share * 725 + 1) * dayMs + own.int(6 * 60, 20 * 60) * 60_000);
    return { listing, releases: planReleases(own, from, now - dayMs / 2) };
  });
}

async function createOwner(
  { accounts }: Services,
  pictures: Pictures,
  owner: SampleOwnerPlan,
  now: number,
): Promise<string> {
  const { key, tags, ...profile } = owner;
  const { id } = await accounts.createSampleOwner({
    ...profile,
    email: emailOf(owner),
    country: 'Nigeria',
    country_code: 'NG',
    tags: JSON.stringify(tags),
    created_at: now - 740 * dayMs,
    picture: await pictures.store(`owner-${key}`, 'avatar'),
  });
  return id;
}

/** Null when the app is listed already. */
async function storePictures(
  { apps }: Services,
  pictures: Pictures,
  { name }: SampleListing,
  from: string,
): Promise<AppPictures | null> {
  if (await apps.nameExists(name)) return null;
  const [logo, ...screenshots] = await Promise.all([
    pictures.store(`${slugify(from)}-logo`, 'logo'),
    ...screenshotNames(from).map((screenshot) => pictures.store(screenshot, 'screenshot')),
  ]);
  return { logo, screenshots };
}

async function publish(
  { apps, versions }: Services,
  ownerId: string,
  listing: SampleListing,
  releases: PlannedRelease[],
  pictures: AppPictures | null,
): Promise<void> {
  const [first] = releases;
  if (!first) return;
  let id: string;
  let known = 1;
  if (pictures) {
    const listed = await apps.publishApp({
      ...listing,
      ...pictures,
      ownerId,
      long_description: `${listing.description}\n\n${sampleNote}`,
      createdAt: first.created_at,
      firstRelease: first,
    });
    id = listed.id;
  } else {
    // Cut off last time, perhaps between two releases. An app of the same name that is not the sample is left alone.
    const found = await apps.findApp(slugify(listing.name));
    if (found.kind !== 'found' || found.app.owner.id !== ownerId) return;
    id = found.app.id;
    known = (await versions.listVersions({ appId: id })).count;
  }
  for (const release of releases.slice(known)) await versions.addVersion({ appId: id, ...release });
}
