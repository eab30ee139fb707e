import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { readPixels } from './read-pixels.ts';

const unreadable = new AppError(400, 'This image cannot be read. Upload a .jpg, .jpeg or .png file.');
const tooLarge = new AppError(413, 'This image is larger than 5 MB. Choose a smaller one.');
const tooMany = new AppError(400, 'This image has more than 25 megapixels. Choose a smaller one.');

const laborious = new AppError(
  400,
  'This image takes too much work to read. Make it smaller, or save it as an ordinary .jpg.',
);
const tooLong = new AppError(400, 'This image is wider or higher than 16,384 pixels. Choose a smaller one.');

const read = (bytes: Buffer) => readPixels(bytes, () => ({ fit: 'inside', width: 100, height: 100 }));

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A grey PNG, whose header may promise more than its data holds. */
function png(
  width: number,
  height: number,
  pixels = Buffer.alloc((width + 1) * height),
  ...extra: Buffer[]
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const data = deflateSync(pixels, { level: 1 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Deterministic, because random damage could by chance give a valid picture. */
const texture = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, at) => (at * at * 31 + at * 7) % 251));
const photo = sharp(texture, { raw: { width: 300, height: 200, channels: 3 } });
const jpeg = await photo.clone().jpeg().toBuffer();
const realPng = await photo.clone().png().toBuffer();

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.length >> 1; at < (copy.length >> 1) + 200; at += 3) copy[at] = (copy[at] ?? 0) ^ 0x5a;
  return copy;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>';

const notPictures: [name: string, bytes: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('not a picture')],
  ['SVG', Buffer.from(svg)],
  ['SVG behind a PNG signature', Buffer.concat([signature, Buffer.from(svg)])],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['HTML behind a JPEG signature', Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
  ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['GIF', await photo.clone().gif().toBuffer()],
  ['WebP', await photo.clone().webp().toBuffer()],
  ['TIFF', await photo.clone().tiff().toBuffer()],
  ['AVIF', await photo.clone().avif({ effort: 0 }).toBuffer()],
  ['a PNG cut off', realPng.subarray(0, realPng.length >> 1)],
  ['a PNG without its last bytes', realPng.subarray(0, -40)],
  ['a JPEG cut off', jpeg.subarray(0, jpeg.length >> 1)],
  ['a damaged PNG', damaged(realPng)],
  ['a damaged JPEG', damaged(jpeg)],
  ['only a signature', signature],
  ['a PNG with fewer pixels than it says', png(100, 100, Buffer.alloc(500))],
  ['a PNG without width', png(0, 10)],
];

const oddPictures: [name: string, bytes: Buffer][] = [
  ['a JPEG with a page behind it', Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])],
  [
    'a PNG with a page in it',
    png(50, 50, undefined, chunk('tEXt', Buffer.from('k\0<script>alert(1)</script>'))),
  ],
  ['a grey PNG', png(120, 80)],
  ['one pixel', png(1, 1)],
  ['a row', png(16_000, 1)],
  ['a CMYK JPEG', await photo.clone().toColourspace('cmyk').jpeg().toBuffer()],
  ['a progressive JPEG', await photo.clone().jpeg({ progressive: true }).toBuffer()],
  ['an interlaced PNG', await photo.clone().png({ progressive: true }).toBuffer()],
  ['a PNG with a palette', await photo.clone().png({ palette: true, colours: 8 }).toBuffer()],
  ['a 16-bit PNG', await photo.clone().toColourspace('rgb16').png().toBuffer()],
];

describe('A bad picture', () => {
  test.each(notPictures)('Refuses %s', async (_name, bytes) => {
    await expect(read(bytes)).rejects.toThrow(unreadable);
  });

  test('Refuses a file of more than 5 MB', async () => {
    await expect(read(Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)]))).rejects.toThrow(tooLarge);
    const atLimit = Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024 - jpeg.length)]);
    await expect(read(atLimit)).resolves.toMatchObject({ width: 100 });
  });

  test('Refuses more than 25 megapixels before anything is decoded', async () => {
    const bombs = [
      png(15_900, 15_900, Buffer.alloc(100)),
      png(5_001, 5_000, Buffer.alloc(100)),
      png(16_384, 16_384, Buffer.alloc(9)),
    ];
    const began = performance.now();
    for (const bomb of bombs) await expect(read(bomb)).rejects.toThrow(tooMany);
    expect(performance.now() - began).toBeLessThan(1000);
    await expect(read(png(5_000, 5_000))).resolves.toMatchObject({ width: 100 });
  });

  test('Refuses a JPEG with hundreds of scans before anything is decoded', async () => {
    const progressive = await photo.clone().jpeg({ progressive: true }).toBuffer();
    const start = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
    const scan = progressive.subarray(start, -2);
    const many = Array.from({ length: 200 }, () => scan);
    const began = performance.now();
    await expect(
      read(Buffer.concat([progressive.subarray(0, -2), ...many, progressive.subarray(-2)])),
    ).rejects.toThrow(laborious);
    expect(performance.now() - began).toBeLessThan(500);
  });

  test('Counts the scans of a component whose number another one has too', async () => {
    const frame = 'ffc2001108137e137e03 014400 011100 024400';
    const scan = 'ffda0008 0101 00 010100 00';
    const bytes = Buffer.from(`ffd8${frame}${scan.repeat(90)}ffd9`.replaceAll(' ', ''), 'hex');
    await expect(read(bytes)).rejects.toThrow(laborious);
  });
});

describe('A picture with a harmless fault', () => {
  test('Does not unpack metadata that would take gigabytes', async () => {
    const zeros = deflateSync(Buffer.alloc(300_000_000), { level: 1 });
    const text = chunk('zTXt', Buffer.concat([Buffer.from('a\0\0', 'latin1'), zeros]));
    const profile = chunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), zeros]));
    const began = performance.now();
    for (const extra of [text, profile])
      await expect(read(png(50, 50, undefined, extra))).resolves.toMatchObject({ width: 50 });
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test('Reads a JPEG with a harmless fault of some phones', async () => {
    const faulty = Buffer.from(jpeg);
    const scan = faulty.indexOf(Buffer.from([0xff, 0xda]));
    // End of spectral selection: 63 in every sequential JPEG.
    const spectralEnd = scan + 2 + faulty.readUInt16BE(scan + 2) - 2;
    expect(faulty[spectralEnd]).toBe(63);
    faulty[spectralEnd] = 0;
    await expect(read(faulty)).resolves.toMatchObject({ width: 100, height: 67 });
  });

  test.each(oddPictures)('Reads %s', async (_name, bytes) => {
    const pixels = await read(bytes);
    expect(pixels.channels).toBe(3);
    expect(pixels.data).toHaveLength(pixels.width * pixels.height * 3);
    expect(pixels.data.includes('script')).toBe(false);
  });
});

test('Accepts a side of 16,384 pixels, and refuses a longer one before its row is decoded', async () => {
  expect(await read(png(16_384, 1))).toMatchObject({ width: 100 });
  expect(await read(png(1, 16_384))).toMatchObject({ height: 100 });
  const before = process.memoryUsage.rss();
  const row = png(24_999_999, 1);
  for (const long of [row, png(16_385, 1), png(1, 16_385), png(25_000_000, 1, Buffer.alloc(10))])
    await expect(read(long)).rejects.toThrow(tooLong);
  // Decoding the first of them took 843 MB.
  expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(200);
});

test('Lets libvips read JPEG and PNG from memory, and nothing else', async () => {
  for (const bytes of [await photo.clone().webp().toBuffer(), Buffer.from(svg)])
    await expect(sharp(bytes).metadata()).rejects.toThrow(/unsupported|blocked/i);
});
