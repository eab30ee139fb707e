import { pictureId, recordPicture, type Media } from '../lib/server/media/index.ts';
import type { Database } from '../lib/server/platform/db/database.ts';
import type { PicturePurpose } from '../lib/shared/page/pictures.ts';
import { hireArtist, type Artist } from './artist.ts';
import type { DrawRequest } from './draw-request.ts';
import { nameAt } from './synthetic-names.ts';
import { sampleListings } from './sample-listings.ts';

/** Ids of recorded pictures that made-up apps and people share. */
export interface PicturePool {
  logos: string[];
  portrait: string[];
  landscape: string[];
  avatars: string[];
}

const sizes = { logos: 16, portrait: 8, landscape: 6, avatars: 8 };

/** Draws the pool, or finds what an earlier run left of it. */
export async function makePool(db: Database, media: Media): Promise<PicturePool> {
  const artist = hireArtist();
  const several = (count: number, purpose: PicturePurpose, request: (index: number) => DrawRequest) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => keep(db, media, artist, request(index), purpose)),
    );
  const screensOf = (platform: 'web' | 'mobile') => {
    const apps = sampleListings.filter((app) => app.platform === platform);
    return (index: number): DrawRequest => {
      const app = apps[(index * 7) % apps.length];
      if (!app) throw new Error(`No sample app for ${platform}`);
      return { kind: 'screen', app: { ...app, name: nameAt(index) }, index: index % 2 };
    };
  };
  try {
    const [logos, portrait, landscape, avatars] = await Promise.all([
      several(sizes.logos, 'logo', (index) => ({
        kind: 'logo',
        app: { name: nameAt(index), description: '', categories: [], platform: 'web' },
      })),
      several(sizes.portrait, 'screenshot', screensOf('mobile')),
      several(sizes.landscape, 'screenshot', screensOf('web')),
      several(sizes.avatars, 'avatar', (index) => ({ kind: 'avatar', name: nameAt(index) })),
    ]);
    return { logos, portrait, landscape, avatars };
  } finally {
    artist.close();
  }
}

/** A drawing is the same each time, and so is its id: what is recorded need not be encoded again. */
async function keep(
  db: Database,
  media: Media,
  artist: Artist,
  request: DrawRequest,
  purpose: PicturePurpose,
): Promise<string> {
  const png = await artist.draw(request);
  const id = pictureId(png, purpose);
  // A row without bytes is one whose files were never all written.
  const known = await db.read
    .selectFrom('media')
    .select('id')
    .where('id', '=', id)
    .where('bytes', '>', 0)
    .executeTakeFirst();
  if (known) return id;
  const stored = await media.storePicture(png, purpose);
  await db.write((trx) => recordPicture(trx, stored, Date.now()));
  return id;
}
