// Reads a collected export: the parts of its text, and its pictures.
import { promisify } from 'node:util';
import { gunzip as gunzipCallback, gzip as gzipCallback } from 'node:zlib';
import { findPictures } from '../media/index.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { findParts, findPictureIds } from './export-queries.ts';
import type { PackedPicture } from './pack-own-data.ts';

// Both run in a thread of libuv.
const gzip = promisify(gzipCallback);
const gunzip = promisify(gunzipCallback);

export const compress = async (text: string): Promise<Buffer> => await gzip(Buffer.from(text));

const pageSize = 50;

/** The text, read as it is consumed. */
export async function* readParts(read: ReadDb, jobId: string): AsyncGenerator<Buffer> {
  for (let next = 0; ;) {
    const rows = await findParts(read, jobId, next, pageSize);
    for (const { number, data } of rows) {
      // Removed during the download: a part must not look like the whole.
      if (number !== next) throw new Error('A part of an export is not there.');
      yield await gunzip(data);
      next += 1;
    }
    if (rows.length < pageSize) return;
  }
}

/** Each picture once, without those that were deleted meanwhile. */
export async function* readPictures(read: ReadDb, jobId: string): AsyncGenerator<PackedPicture> {
  for (let after = ''; ;) {
    const ids = await findPictureIds(read, jobId, after, pageSize);
    for (const picture of (await findPictures(read, ids)).values())
      yield { name: `pictures/${picture.id}.${picture.fallback}`, picture };
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return;
    after = last;
  }
}
