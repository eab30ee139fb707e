// The pictures of the sample listings: pictures/ holds one AVIF each, of the largest width that an upload would get.
// Every variant as a file would take 25 MB, so the smaller ones and the other formats are encoded at the first start.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { EncodedPicture, Media, StoredPicture } from '../lib/server/media/index.ts';
import { startDrawingProcess } from '../lib/server/platform/drawing/drawing-process.ts';
import type { PicturePurpose } from '../lib/shared/page/pictures.ts';
import { slugify } from '../lib/shared/text/text.ts';
import type { EncodeRequest } from './picture-worker.ts';

const folder = new URL('./pictures/', import.meta.url);
const ending = '.avif';

const names = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .sort();

export function pictureNames(pattern: RegExp): string[] {
  return names.filter((name) => pattern.test(name));
}

/** In the order in which the app shows them. */
export function screenshotNames(appName: string): string[] {
  const prefix = `${slugify(appName)}-`;
  return names.filter((name) => name.startsWith(prefix) && /^\d$/.test(name.slice(prefix.length)));
}

const read = (name: string): Promise<Buffer> => readFile(new URL(name + ending, folder));

export interface Pictures {
  /** Puts the picture with all its variants into storage. */
  store(name: string, purpose: PicturePurpose): Promise<StoredPicture>;
  close(): void;
}

/** Starts the process that encodes. Close it, or it keeps this one alive. */
export function openPictures(media: Media): Pictures {
  const worker = startDrawingProcess<EncodedPicture>(
    fileURLToPath(new URL('./picture-worker.ts', import.meta.url)),
  );
  const stored = new Map<string, Promise<StoredPicture>>();
  const store = async (name: string, purpose: PicturePurpose): Promise<StoredPicture> =>
    media.storeEncoded(await worker.draw({ avif: await read(name), purpose } satisfies EncodeRequest));
  return {
    // Several listings may show the same picture.
    store: (name, purpose) => stored.getOrInsertComputed(name + purpose, () => store(name, purpose)),
    close: () => worker.close(),
  };
}
