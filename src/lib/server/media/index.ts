// Uploaded pictures: decoded safely, re-encoded in every size that the pages need, and stored by content hash.
import type { Readable } from 'node:stream';
import { pictureKey, type Picture } from '../../shared/page/pictures.ts';
import type { Context } from '../context.ts';
import { bindContext } from '../platform/reads/slices.ts';
import { pictureQueue, storeEncoded, storePicture } from './store-picture.ts';
import { sweepMedia } from './sweep.ts';

export {
  encodeAll,
  findPictures,
  pictureId,
  previewPicture,
  recordPicture,
  storePicture,
  type EncodedPicture,
  type PictureSource,
  type StoredPicture,
} from './store-picture.ts';
export { mediaGraceMs, removeUnused } from './sweep.ts';

export type Media = ReturnType<typeof createMedia>;

export const createMedia = (context: Pick<Context, 'clock' | 'db' | 'storage'>) => ({
  ...bindContext(context, { storePicture, storeEncoded, sweep: sweepMedia }),
  queue: pictureQueue,
});

/** The largest variant of a picture in its fallback format. @throws when the file is missing */
export async function openPicture(
  { storage }: Pick<Context, 'storage'>,
  picture: Picture,
): Promise<Readable> {
  const key = pictureKey(picture);
  const file = await storage.read(key);
  if (!file) throw new Error(`The picture ${key} is not in the storage.`);
  return file.stream;
}
