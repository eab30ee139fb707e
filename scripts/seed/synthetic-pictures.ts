import { recordPicture, type Media } from '../../src/lib/server/media/index.ts';
import type { Database } from '../../src/lib/server/platform/db/database.ts';
import type { PicturePurpose } from '../../src/lib/shared/page/pictures.ts';
import { openPictures, pictureNames, screenshotNames } from '../../src/sample-data/pictures.ts';
import { sampleListings } from '../../src/sample-data/sample-listings.ts';

/** Ids of pictures that synthetic apps and people share. */
export interface PicturePool {
  logos: string[];
  portrait: string[];
  landscape: string[];
  avatars: string[];
}

const sizes = { logos: 16, portrait: 8, landscape: 6 };

/**
 * Stores pictures of sample listings for the pool, or finds those of an earlier run or of the samples
 * themselves.
 */
export async function makePool(db: Database, media: Media, most = Infinity): Promise<PicturePool> {
  const pictures = openPictures(media);

  async function keep(name: string, purpose: PicturePurpose): Promise<string> {
    const id = await pictures.idOf(name, purpose);
    // A row without bytes belongs to files that were not all written.
    const known = await db.read
      .selectFrom('media')
      .select('id')
      .where('id', '=', id)
      .where('bytes', '>', 0)
      .executeTakeFirst();
    if (known) return id;
    const stored = await pictures.store(name, purpose);
    await db.write((trx) => recordPicture(trx, stored, Date.now()));
    return id;
  }

  const several = (names: string[], purpose: PicturePurpose) =>
    Promise.all(names.slice(0, most).map((name) => keep(name, purpose)));
  const screensOf = (platform: 'web' | 'mobile') =>
    sampleListings
      .filter((app) => app.platform === platform)
      .map((app, index) => screenshotNames(app.name)[index % 2] ?? '');
  try {
    const [logos, portrait, landscape, avatars] = await Promise.all([
      several(pictureNames(/-logo$/).slice(0, sizes.logos), 'logo'),
      several(screensOf('mobile').slice(0, sizes.portrait), 'screenshot'),
      several(screensOf('web').slice(0, sizes.landscape), 'screenshot'),
      several(pictureNames(/^person-/), 'avatar'),
    ]);
    return { logos, portrait, landscape, avatars };
  } finally {
    pictures.close();
  }
}
