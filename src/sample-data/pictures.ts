// The pictures of the sample listings: pictures/ holds one AVIF each, of the largest width that an upload would get.
// Every variant as a file would take 25 MB, so the smaller ones and the other formats are encoded at the first start.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { StoredPicture } from '../lib/server/media/index.ts';
import type { Services } from '../lib/server/services.ts';
import type { PicturePurpose } from '../lib/shared/page/pictures.ts';
import { slugify } from '../lib/shared/text/text.ts';

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

export interface Pictures {
  /** Puts the picture with all its variants into storage. */
  store(name: string, purpose: PicturePurpose): Promise<StoredPicture>;
  close(): void;
}

const avifLoader = { operation: ['VipsForeignLoadHeifBuffer'] };

/**
 * Opens the loader of AVIF, which is blocked because uploads could reach it (media/pixels.ts): not for a process that
 * serves. Close it.
 */
export function openPictures(media: Services['media']): Pictures {
  sharp.unblock(avifLoader);
  const stored = new Map<string, Promise<StoredPicture>>();
  const store = async (name: string, purpose: PicturePurpose): Promise<StoredPicture> => {
    const avif = await readFile(new URL(name + ending, folder));
    const { data, info } = await sharp(avif).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixels = { data, width: info.width, height: info.height, channels: 3 } as const;
    return await media.storeSample(avif, pixels, purpose);
  };
  return {
    // Several listings may show the same picture.
    store: (name, purpose) => stored.getOrInsertComputed(name + purpose, () => store(name, purpose)),
    close: () => sharp.block(avifLoader),
  };
}
