import { AppError } from '../platform/errors.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { countJpegScans } from './jpeg-scans.ts';
import { sidesOf } from './picture-sides.ts';
import sharp from './safe-sharp.ts';

/** 8-bit sRGB, rows from the top; 4 channels with transparency. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

export interface Fit {
  /** 'inside' keeps the whole picture and its proportions, 'cover' crops it to the middle. */
  fit: 'inside' | 'cover';
  width: number;
  height: number;
}

/** Much more than the largest permitted picture needs on a busy machine. */
const timeout = { seconds: 30 };

/** Harmless faults of cameras and editors. libvips reports them at the same level as a damaged picture. */
const harmless = /Invalid SOS parameters|extraneous bytes before marker/i;

const maxScans = 100;

/** Alpha that looks opaque, so that the picture can be a JPEG. */
const opaqueAlpha = 250;

/**
 * Decodes an upload: upright, in sRGB, without metadata, scaled down to the size that `chooseFit` returns.
 *
 * @param chooseFit gets the upright width and height in pixels
 * @throws AppError 400 for a file that is no complete JPEG or PNG, has too many pixels or too long a side, 413 for too
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
  if (format === 'jpeg' && countJpegScans(bytes, maxScans) > maxScans) throw unreadable();
  const sides = sidesOf(bytes, format);
  if (!sides) throw unreadable();
  if (Math.max(sides.width, sides.height) > limits.imageSide) {
    const most = limits.imageSide.toLocaleString('en');
    throw new AppError(400, `This image is wider or higher than ${most} pixels. Choose a smaller one.`);
  }
  // Reads the header without a limit first, so that the refusal can name it.
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

/** By content, because the name and type of an upload are the client's. */
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
