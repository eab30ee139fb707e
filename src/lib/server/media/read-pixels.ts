import { AppError } from '../platform/errors.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { countJpegScans } from './jpeg-scans.ts';
import { sidesOf } from './picture-sides.ts';
import sharp from './safe-sharp.ts';

/** 8-bit sRGB, rows from the top, 3 channels or (with transparency) 4. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

export interface Fit {
  /** 'inside' keeps the proportions and all of the picture, 'cover' cuts out a centred part that fills the box. */
  fit: 'inside' | 'cover';
  width: number;
  height: number;
}

/** Far more than the largest permitted picture needs, even on a busy machine. */
const timeout = { seconds: 30 };

/**
 * What cameras and editors get wrong without harm. libvips reports it at the same level as a damaged picture,
 * so these are told apart by their text.
 */
const harmless = /Invalid SOS parameters|extraneous bytes before marker/i;

const mostScans = 100;

/** Above this an edge of a glyph is no different from opaque, and JPEG can hold the picture. */
const opaqueAlpha = 250;

/**
 * Decodes an upload to at most the size that `chooseFit` asks for, upright, in sRGB, with all metadata left behind.
 * Never enlarges.
 *
 * @param chooseFit gets the upright width and height in pixels
 * @throws AppError 400 when it is no whole JPEG or PNG, has too many pixels or too long a side, 413 when it has too
 * many bytes
 */
export async function readPixels(
  bytes: Buffer,
  chooseFit: (width: number, height: number) => Fit,
): Promise<Pixels> {
  if (bytes.byteLength > limits.imageBytes) {
    const megabytes = String(limits.imageBytes / 1024 / 1024);
    throw new AppError(413, `This image is larger than ${megabytes} MB. Choose a smaller one.`);
  }
  const format = formatOf(bytes);
  if (!format) throw unreadable();
  if (format === 'jpeg' && countJpegScans(bytes, mostScans) > mostScans) throw unreadable();
  const sides = sidesOf(bytes, format);
  if (!sides) throw unreadable();
  if (Math.max(sides.width, sides.height) > limits.imageSide) {
    const most = limits.imageSide.toLocaleString('en');
    throw new AppError(400, `This image is wider or higher than ${most} pixels. Choose a smaller one.`);
  }
  // The header is read first, without a limit, so that a picture that is too large can be told so.
  const { autoOrient } = await open(bytes, 'none', false).metadata().catch(refuse);
  if (autoOrient.width * autoOrient.height > limits.imagePixels) {
    const megapixels = String(limits.imagePixels / 1_000_000);
    throw new AppError(400, `This image has more than ${megapixels} megapixels. Choose a smaller one.`);
  }
  const box = chooseFit(autoOrient.width, autoOrient.height);
  const decoded = await decode(bytes, box, 'warning').catch((error: unknown) =>
    error instanceof Error && harmless.test(error.message)
      ? decode(bytes, box, 'truncated').catch(refuse)
      : refuse(),
  );
  return withoutIdleAlpha(decoded);
}

/** By content: the name and the declared type of an upload prove nothing. */
function formatOf(bytes: Buffer): 'jpeg' | 'png' | null {
  const head = bytes.toString('latin1', 0, 8);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  return head === '\x89PNG\r\n\x1a\n' ? 'png' : null;
}

function open(bytes: Buffer, failOn: 'none' | 'truncated' | 'warning', limitInputPixels: number | false) {
  return sharp(bytes, { failOn, limitInputPixels, pages: 1 });
}

async function decode(bytes: Buffer, box: Fit, failOn: 'truncated' | 'warning'): Promise<Pixels> {
  const { data, info } = await open(bytes, failOn, limits.imagePixels)
    .autoOrient()
    .resize({ ...box, withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout(timeout)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

async function withoutIdleAlpha(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3) return pixels;
  for (let at = 3; at < pixels.data.length; at += 4) {
    if ((pixels.data[at] ?? 0) < opaqueAlpha) return pixels;
  }
  const data = await fromPixels(pixels).removeAlpha().raw().toBuffer();
  return { ...pixels, data, channels: 3 };
}

export function fromPixels({ data, width, height, channels }: Pixels) {
  return sharp(data, { raw: { width, height, channels } });
}

function unreadable(): AppError {
  return new AppError(400, 'This image cannot be read. Upload a .jpg, .jpeg or .png file.');
}

function refuse(): never {
  throw unreadable();
}
