import { AppError } from '../platform/errors.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import { cleanPicture, unreadable } from './clean-picture.ts';
import sharp from './safe-sharp.ts';

/** 8-bit sRGB, rows from the top; 4 channels with transparency. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
  /** When work on the picture is given up, as `performance.now()`; Infinity for the product's own. */
  until: number;
}

export interface Fit {
  /** 'inside' keeps the whole picture and its proportions, 'cover' crops it to the middle. */
  fit: 'inside' | 'cover';
  width: number;
  height: number;
}

/** For all work on one picture: much more than the largest permitted one needs on a busy machine. */
const pictureMs = 30_000;

/** Harmless faults of cameras and editors. libvips reports them at the same level as a damaged picture. */
const harmless = /Invalid SOS parameters|extraneous bytes before marker/i;

/** Alpha that looks opaque, so that the picture can be a JPEG. */
const opaqueAlpha = 250;

/**
 * Decodes an upload: upright, in sRGB, without metadata, scaled down to the size that `chooseFit` returns.
 *
 * @param chooseFit gets the upright width and height in pixels
 * @throws AppError as `cleanPicture` does, 400 for a damaged picture, 413 for too many bytes
 */
export async function readPixels(
  bytes: Buffer,
  chooseFit: (width: number, height: number) => Fit,
): Promise<Pixels> {
  if (bytes.byteLength > limits.imageBytes) throw new AppError(413, messages.pictures.tooLarge);
  const picture = cleanPicture(bytes);
  const box = chooseFit(picture.width, picture.height);
  const until = performance.now() + pictureMs;
  const read = (failOn: 'truncated' | 'warning') => decode(picture.bytes, box, until, failOn);
  const decoded = await read('warning').catch((error: unknown) => {
    // Cameras write a single scan. Several would take too long to read twice.
    if (picture.scans === 1 && error instanceof Error && harmless.test(error.message))
      return read('truncated').catch(refuse);
    return refuse(error);
  });
  return withoutIdleAlpha(decoded);
}

async function decode(
  bytes: Buffer,
  box: Fit,
  until: number,
  failOn: 'truncated' | 'warning',
): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { failOn, limitInputPixels: limits.imagePixels, pages: 1 })
    .autoOrient()
    .resize({ ...box, withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout(timeLeft(until))
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3, until };
}

/** sharp counts whole seconds, and takes none for no limit. */
function timeLeft(until: number): { seconds: number } {
  const seconds = Math.ceil((until - performance.now()) / 1_000);
  return { seconds: seconds === Infinity ? 0 : Math.max(1, seconds) };
}

const isLate = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout: ');

async function withoutIdleAlpha(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3) return pixels;
  for (let at = 3; at < pixels.data.length; at += 4) {
    if ((pixels.data[at] ?? 0) < opaqueAlpha) return pixels;
  }
  const data = await fromPixels(pixels).removeAlpha().raw().toBuffer();
  return { ...pixels, data, channels: 3 };
}

export function fromPixels({ data, width, height, channels, until }: Pixels) {
  return sharp(data, { raw: { width, height, channels } }).timeout(timeLeft(until));
}

function refuse(error: unknown): never {
  throw isLate(error) ? error : unreadable();
}

/** The machine had too much to do: no permitted picture needs so long. */
export function refuseLate(error: unknown): never {
  if (isLate(error)) throw new AppError(503, messages.errors.busy, {}, 5, { cause: error });
  throw error;
}
