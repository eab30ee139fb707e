// Pictures that people upload: read safely, re-encoded in every size that the pages need, stored under their content.
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pictureKey, type Picture } from '../../shared/page/pictures.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { PictureDying, recordPicture } from './picture-queries.ts';
import { createPictureStore, type PictureStore, type StoredPicture } from './store-picture.ts';
import { removeOrphans, sweepOrphans, sweepStrayFiles } from './sweep-media.ts';

export { findPictures, recordPicture } from './picture-queries.ts';
export { encodeAll } from './encode-all.ts';
export { pictureId, type EncodedPicture, type PictureSource, type StoredPicture } from './store-picture.ts';

export interface Media extends PictureStore {
  /**
   * Removes pictures that nothing refers to, and files that no picture has or that were never finished. Never one that
   * was written or recorded within `graceMs`: an upload that is under way refers to its pictures only at its end.
   * @returns how many of each were removed
   */
  sweep(graceMs: number): Promise<{ pictures: number; files: number }>;
  /**
   * Removes those of these pictures that nothing refers to any more; what is younger than an hour waits for a sweep.
   */
  removeUnused(ids: string[]): Promise<void>;
  /**
   * The bytes of a picture's largest variant, in the format that every program reads.
   * @throws when they are not there
   */
  openPicture(picture: Picture): Promise<Readable>;
}

/** How long an upload waits for the sweeper to have deleted the same picture. */
const claimMs = 20_000;

/** Far longer than an upload takes. */
export const mediaGraceMs = 60 * 60_000;

export interface MediaOptions {
  db: Database;
  clock: Clock;
  storage: Storage;
  /** Pictures in work at a time; 2, or 1 where there is only one processor. */
  atOnce?: number;
}

export function createMedia({
  db,
  clock,
  storage,
  atOnce = Math.min(2, availableParallelism()),
}: MediaOptions): Media {
  const sweepingSince = (before: number) => ({ db, storage, clock, before });

  /** Waits while the sweeper is at this very picture. @throws PictureDying when that takes too long */
  async function claim(picture: StoredPicture): Promise<void> {
    const until = performance.now() + claimMs;
    for (;;) {
      try {
        await db.write((trx) => recordPicture(trx, picture, clock()));
        return;
      } catch (error) {
        if (!(error instanceof PictureDying) || performance.now() > until) throw error;
      }
      await sleep(50);
    }
  }

  return {
    ...createPictureStore(storage, claim, atOnce),
    async sweep(graceMs) {
      const before = clock() - graceMs;
      return {
        pictures: await sweepOrphans(sweepingSince(before)),
        files: (await sweepStrayFiles(sweepingSince(before))) + (await storage.dropAbandoned(before)),
      };
    },
    removeUnused: (ids) => removeOrphans(sweepingSince(clock() - mediaGraceMs), ids),
    async openPicture(picture) {
      const key = pictureKey(picture);
      const file = await storage.read(key);
      if (!file) throw new Error(`The picture ${key} is not in the storage.`);
      return file.stream;
    },
  };
}
