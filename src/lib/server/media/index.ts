// Pictures that people upload: read safely, re-encoded in every size that the pages need, stored under their content.
import { availableParallelism } from 'node:os';
import type { Storage } from '../platform/storage/storage.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { recordPicture } from './picture-queries.ts';
import { createPictureStore, type PictureStore, type StoredPicture } from './store-picture.ts';
import { sweepOrphans, sweepStrayFiles } from './sweep-media.ts';

export { findPictures, recordPicture } from './picture-queries.ts';
export { pictureId, type PictureSource, type StoredPicture } from './store-picture.ts';

export interface Media extends PictureStore {
  /**
   * Removes pictures that nothing refers to, and files that no picture has. Never one that was written or recorded within
   * `graceMs`: an upload that is under way refers to its pictures only at its end.
   * @returns how many of each were removed
   */
  sweep(graceMs: number): Promise<{ pictures: number; files: number }>;
}

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
  const claim = (picture: StoredPicture) => db.write((trx) => recordPicture(trx, picture, clock()));
  return {
    ...createPictureStore(storage, claim, atOnce),
    async sweep(graceMs) {
      const before = clock() - graceMs;
      return {
        pictures: await sweepOrphans(db, storage, before),
        files: await sweepStrayFiles(db, storage, before),
      };
    },
  };
}
