// Pictures that people upload: read safely, re-encoded in every size that the pages need, stored under their content.
import { availableParallelism } from 'node:os';
import type { Storage } from '../platform/storage/storage.ts';
import { createPictureStore, type PictureStore } from './store-picture.ts';

export {
  findPictures,
  pictureColumns,
  pictureOfRow,
  recordPicture,
  rowOfPicture,
  type PictureRow,
} from './picture-queries.ts';
export { pictureId, type StoredPicture } from './store-picture.ts';

export type Media = PictureStore;

export interface MediaOptions {
  storage: Storage;
  /** Pictures in work at a time; 2, or 1 where there is only one processor. */
  atOnce?: number;
}

export function createMedia({ storage, atOnce = Math.min(2, availableParallelism()) }: MediaOptions): Media {
  return createPictureStore(storage, atOnce);
}
