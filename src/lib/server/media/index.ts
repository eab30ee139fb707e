// Uploaded pictures: decoded safely, re-encoded in every size that the pages need, and stored by content hash.
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
   * Removes pictures without a reference, and files without a picture. Spares those written or recorded within
   * `graceMs`, because a running upload refers to its pictures only at its end.
   * @returns how many of each were removed
   */
  sweep(graceMs: number): Promise<{ pictures: number; files: number }>;
  /** Removes the ones without a reference among these pictures, unless they are younger than an hour. */
  removeUnused(ids: string[]): Promise<void>;
  /** The largest variant of a picture in its fallback format. @throws when the file is missing */
  openPicture(picture: Picture): Promise<Readable>;
}

/** How long an upload waits while a sweep deletes the same picture. */
const claimMs = 20_000;

/** Much longer than an upload takes. */
export const mediaGraceMs = 60 * 60_000;

/** Pictures that are processed at the same time. */
const concurrency = Math.min(2, availableParallelism());

interface MediaOptions {
  db: Database;
  clock: Clock;
  storage: Storage;
}

export function createMedia({ db, clock, storage }: MediaOptions): Media {
  const sweepingSince = (before: number) => ({ db, storage, clock, before });

  /** Records a picture; waits while a sweep deletes the same one. @throws PictureDying when that takes too long */
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
    ...createPictureStore(storage, claim, concurrency),
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
