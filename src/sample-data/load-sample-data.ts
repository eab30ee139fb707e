import pLimit from 'p-limit';
import type { StoredPicture } from '../lib/server/media/index.ts';
import type { Services } from '../lib/server/services.ts';
import { slugify } from '../lib/shared/text/text.ts';
import { hireArtist, type Artist } from './artist.ts';
import { screenCount } from './draw-request.ts';
import { createRandom } from './drawing/random.ts';
import { dayMs, planReleases, type PlannedRelease } from './releases.ts';
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
}

interface Dated {
  listing: SampleListing;
  releases: PlannedRelease[];
}

interface Pictures {
  logo: StoredPicture;
  screenshots: StoredPicture[];
}

/** Apps whose pictures are under way at a time; enough for the media pipeline never to wait for a drawing. */
const ahead = 4;

/** Lists every sample app with its pictures and releases. What is there already is passed over. */
export async function loadSampleData(services: Services, options: SampleDataOptions = {}): Promise<void> {
  const { progress, findOwner, now = Date.now(), listings = sampleListings } = options;
  const artist = hireArtist();
  const inTurn = pLimit(ahead);
  try {
    const dated = inOrder(listings, now);
    progress?.(0, dated.length, '');
    const owners = new Map<string, string>();
    for (const owner of sampleOwners) {
      const id = (await findOwner?.(emailOf(owner))) ?? (await createOwner(services, artist, owner, now));
      owners.set(owner.key, id);
    }
    const drawn = dated.map(({ listing }) => inTurn(() => makePictures(services, artist, listing)));
    // One that fails is met when its turn comes; until then nobody waits for it.
    for (const pictures of drawn) pictures.catch(() => undefined);
    for (const [index, { listing, releases }] of dated.entries()) {
      const pictures = await drawn[index];
      const owner = owners.get(ownerKeyOf(listing.categories));
      if (owner) await publish(services, owner, listing, releases, pictures ?? null);
      progress?.(index + 1, dated.length, listing.name);
    }
  } finally {
    inTurn.clearQueue();
    artist.close();
  }
}

/** Oldest listing first, so that ids and dates have one order; the file's own order would list a whole trade in a row. */
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
  { accounts, media }: Services,
  artist: Artist,
  owner: SampleOwnerPlan,
  now: number,
): Promise<string> {
  const { key, lastname, ...profile } = owner;
  const app = { name: lastname, description: key, categories: [], platform: 'web' } as const;
  const picture = await media.storePicture(await artist.draw({ kind: 'logo', app }), 'avatar');
  const { id } = await accounts.createSampleOwner({
    ...profile,
    lastname,
    email: emailOf(owner),
    country: 'Nigeria',
    countryCode: 'NG',
    phoneNo: '',
    socialLinks: {},
    dateJoined: now - 740 * dayMs,
    picture,
  });
  return id;
}

/** Null when the app is listed already. */
async function makePictures(
  { apps, media }: Services,
  artist: Artist,
  app: SampleListing,
): Promise<Pictures | null> {
  if (await apps.nameExists(app.name)) return null;
  const make = async (request: Parameters<Artist['draw']>[0], purpose: 'logo' | 'screenshot') =>
    media.storePicture(await artist.draw(request), purpose);
  const [logo, ...screenshots] = await Promise.all([
    make({ kind: 'logo', app }, 'logo'),
    ...Array.from({ length: screenCount(app) }, (_, index) =>
      make({ kind: 'screen', app, index }, 'screenshot'),
    ),
  ]);
  return { logo, screenshots };
}

async function publish(
  { apps, versions }: Services,
  ownerId: string,
  listing: SampleListing,
  releases: PlannedRelease[],
  pictures: Pictures | null,
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
      longDescription: `${listing.description}\n\n${sampleNote}`,
      playstoreLink: '',
      appstoreLink: '',
      externalLink: '',
      createdAt: first.createdAt,
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
