// PNG and JPEG files that are made to cost much or to confuse a decoder, the same ones in each run.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { createRandom } from '../../src/sample-data/random.ts';

/** The most that a picture may have. */
const imageBytes = 5 * 1024 * 1024;
const packed = new Map<number, Buffer>();

/** So many zeros, a thousandth of the size. */
function zeros(megabytes: number): Buffer {
  const known = packed.get(megabytes) ?? deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 9 });
  packed.set(megabytes, known);
  return known;
}

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

function pngChunk(name: string, content: Buffer | string = ''): Buffer {
  const named = Buffer.concat([Buffer.from(name), Buffer.from(content)]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(named.length - 4, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** A text or a profile. */
const packedChunk = (name: string, packed: Buffer): Buffer =>
  pngChunk(name, Buffer.concat([Buffer.from('a\0\0'), packed]));

interface Png {
  width?: number;
  height?: number;
  depth?: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  type?: number;
  interlaced?: boolean;
  /** Of every row; 4 is the most expensive. */
  filter?: number;
  before?: Buffer[];
  /** Instead of as much data as the header says. */
  data?: Buffer[];
  after?: Buffer[];
}

export function hostilePng(png: Png): Buffer {
  const { width = 64, height = 64, depth = 8, type = 2, interlaced = false, filter = 0 } = png;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type, 0, 0, interlaced ? 1 : 0], 8);
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[type] ?? 1;
  const row = Buffer.alloc(1 + Math.ceil((width * channels * depth) / 8), filter * 17);
  row[0] = filter;
  // The passes of an interlaced picture have rows of other lengths: zeros suit all of them.
  const rows = () =>
    interlaced
      ? Buffer.alloc(row.length * (height + 8) + 8 * height)
      : Buffer.alloc(row.length * height, row);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...(png.before ?? []),
    ...(png.data ?? [pngChunk('IDAT', deflateSync(rows(), { level: 1 }))]),
    ...(png.after ?? []),
    pngChunk('IEND'),
  ]);
}

/** 60 texts that unpack to 30 MB each, in 1.75 MB. */
export const textBomb = (): Buffer => hostilePng({ before: times(60, packedChunk('zTXt', zeros(30))) });

/** A profile of as many blocks as fit, each with tables of its own and nothing else (RFC 1951, section 3.2.7). */
export function emptyBlocks(): Buffer {
  const blocks = Buffer.from(
    '04c081000000000090ff6b100007020000000040feaf41001c080000000000f9bf060170200000000000' + 'e4ff1a',
    'hex',
  );
  const packed = Buffer.concat([Buffer.from([0x78, 0x9c]), Buffer.alloc(imageBytes - 20_000, blocks)]);
  return hostilePng({ before: [packedChunk('iCCP', packed)] });
}

/** A JPEG that begins, and never ends. */
export const endlessJpeg = (): Buffer =>
  Buffer.concat([Buffer.from('ffd8ff01', 'hex'), Buffer.alloc(imageBytes - 4)]);

/** A profile with so many steps, which are all the same few bytes (ICC.1:2010, section 10.14). */
function profileOf(steps: number): Buffer {
  const head = Buffer.alloc(144);
  head.write('mntrRGB XYZ ', 12);
  head.writeUInt32BE(0x04200000, 8);
  head.write('acsp', 36);
  // The illuminant D50.
  head.set(Buffer.from('0000f6d6000100000000d32d', 'hex'), 68);
  head.writeUInt32BE(1, 128);
  head.write('D2B0', 132);
  head.writeUInt32BE(head.length, 136);
  const first = 16 + 8 * steps;
  const tag = Buffer.alloc(first + 60);
  tag.write('mpet', 0);
  tag.set([0, 3, 0, 3], 8);
  tag.writeUInt32BE(steps, 12);
  for (let step = 0; step < steps; step += 1) {
    tag.writeUInt32BE(first, 16 + 8 * step);
    tag.writeUInt32BE(60, 20 + 8 * step);
  }
  tag.write('matf', first);
  tag.set([0, 3, 0, 3], first + 8);
  for (const cell of [0, 4, 8]) tag.writeFloatBE(0.99, first + 12 + 4 * cell);
  head.writeUInt32BE(tag.length, 140);
  head.writeUInt32BE(head.length + tag.length, 0);
  return Buffer.concat([head, tag]);
}

function segment(code: number, content: Buffer | string): Buffer {
  const bytes = Buffer.concat([Buffer.from([0xff, code, 0, 0]), Buffer.from(content).subarray(0, 65_533)]);
  bytes.writeUInt16BE(bytes.length - 2, 2);
  return bytes;
}

/** @returns makes the picture of a number */
export async function createHostilePictures(seed: string) {
  const { int, pick, chance } = createRandom(seed);
  const drawn = (side: number, sigma = 9) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: '#0a7',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    });
  const jpegs = await Promise.all(
    [90, 700, 1_500, 4_000].flatMap((side) => [
      drawn(side)
        .jpeg({ quality: 30, progressive: side === 4_000 })
        .toBuffer(),
      drawn(side).jpeg({ quality: 30, progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
      drawn(side).toColourspace('cmyk').jpeg({ quality: 10 }).toBuffer(),
      // Its scans take a few bytes each.
      drawn(side, 0).jpeg({ progressive: true }).toBuffer(),
    ]),
  );
  const jpeg = () => pick(jpegs);
  /** Puts parts behind the first two bytes. */
  const withSegments = (parts: Buffer[]) => {
    const bytes = jpeg();
    return Buffer.concat([bytes.subarray(0, 2), ...parts, bytes.subarray(2)]);
  };
  const lastScan = (bytes: Buffer) => bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), -2);

  const side = () => pick([1, 7, 64, 500, 2_000, 4_000, 5_000, 16_384, 20_000, 1_000_000]);

  const makers: Record<string, () => Buffer> = {
    'PNG texts': () => {
      const texts = times(
        int(1, 80),
        packedChunk(pick(['zTXt', 'iTXt', 'tEXt', 'prVt']), zeros(pick([1, 8, 30]))),
      );
      return hostilePng(pick([{ before: texts }, { after: texts }]));
    },
    'PNG profiles': () => {
      const profile = pick([zeros(pick([1, 100])), deflateSync(profileOf(int(1, 8_000)))]);
      return hostilePng({ width: pick([9, 900]), before: times(int(1, 3), packedChunk('iCCP', profile)) });
    },
    'PNG headers': () => {
      const [type, depth] = pick([
        [0, 1],
        [0, 16],
        [2, 8],
        [2, 16],
        [3, 8],
        [4, 8],
        [6, 8],
        [6, 16],
        [5, 3],
      ] as const);
      const before = type === 3 ? [pngChunk('PLTE', Buffer.alloc(3 * int(1, 300)))] : [];
      const [width, height] = [side(), side()];
      // Too large ones are refused by the header, so that they need no data.
      const data = width * height > 26_000_000 ? { data: [] } : {};
      const facts = { filter: int(0, 4), interlaced: chance(0.3), before };
      return hostilePng({ width, height, type, depth, ...facts, ...data });
    },
    'PNG data': () => {
      const piece = pngChunk('IDAT', pick([Buffer.alloc(0), Buffer.alloc(1), zeros(200)]));
      return hostilePng({
        data: times(Math.min(int(1, 400_000), Math.floor(5_000_000 / piece.length)), piece),
      });
    },
    'PNG chunks': () => {
      const name = () =>
        pick([
          'PLTE',
          'tRNS',
          'gAMA',
          'cHRM',
          'sRGB',
          'sBIT',
          'hIST',
          'sPLT',
          'pHYs',
          'acTL',
          'fcTL',
          'fdAT',
          'eXIf',
          'IHDR',
        ]);
      const some = () =>
        Array.from({ length: int(0, 8_000) }, () => pngChunk(name(), Buffer.alloc(int(0, 200), int(0, 255))));
      return hostilePng({ type: pick([0, 2, 3, 6]), before: some(), after: some() });
    },
    'JPEG scans': () => {
      const bytes = jpeg();
      const scan = lastScan(bytes);
      const room = Math.floor((imageBytes - bytes.length) / scan.length);
      const scans = times(int(1, Math.min(room, 300)), scan);
      return Buffer.concat([bytes.subarray(0, -2), ...scans, bytes.subarray(-2)]);
    },
    'JPEG segments': () => {
      const content = pick(['', 'JFIF\0', 'Exif\0\0II*\0\b\0\0\0\xff\xff', 'Adobe', 'x'.repeat(60_000)]);
      const part = segment(pick([0xe0, 0xe1, 0xe2, 0xed, 0xee, 0xfe, 0xc4, 0xdb, 0xdd]), content);
      return withSegments(times(int(1, Math.floor(4_000_000 / part.length)), part));
    },
    'JPEG profiles': () => {
      const profile = pick([profileOf(int(1, 8_000)), Buffer.alloc(60_000, 7)]);
      const total = int(1, 60);
      const part = (at: number) =>
        segment(0xe2, Buffer.concat([Buffer.from(`ICC_PROFILE\0`), Buffer.from([at + 1, total]), profile]));
      return withSegments(Array.from({ length: total }, (_, at) => part(at)));
    },
    'JPEG claims': () => {
      const bytes = Buffer.from(jpeg());
      const frame = bytes.indexOf(
        Buffer.from([0xff, bytes.includes(Buffer.from([0xff, 0xc2])) ? 0xc2 : 0xc0]),
      );
      bytes.writeUInt16BE(pick([0, 1, 5_000, 16_384, 65_535]), frame + 5);
      bytes.writeUInt16BE(pick([0, 1, 5_000, 16_384, 65_535]), frame + 7);
      if (chance(0.5)) bytes[frame + 11] = pick([0x11, 0x44, 0xff, 0x14]);
      return bytes;
    },
    'JPEG garbage': () => {
      const bytes = jpeg();
      const garbage = Buffer.alloc(int(1, 3_000_000), pick([0, 0xff, 0xd8]));
      return Buffer.concat(
        pick([
          [bytes.subarray(0, -2), garbage, bytes.subarray(-2)],
          [bytes, garbage],
          [bytes, bytes],
          [bytes.subarray(0, 2), garbage, bytes.subarray(2)],
        ]),
      );
    },
  };
  const kinds = Object.keys(makers);

  function damaged(bytes: Buffer): Buffer {
    const copy = Buffer.from(bytes);
    for (let flips = int(1, 12); flips > 0; flips -= 1)
      copy[int(0, Math.min(copy.length - 1, 5_000))] = int(0, 255);
    return pick([
      copy,
      bytes.subarray(0, int(0, bytes.length)),
      Buffer.concat([bytes.subarray(0, int(0, bytes.length)), jpeg()]),
    ]);
  }

  return (number: number): { kind: string; bytes: Buffer } => {
    const kind = kinds[number % kinds.length] ?? '';
    const bytes = makers[kind]?.() ?? Buffer.alloc(0);
    const isDamaged = chance(0.25);
    const sent = (isDamaged ? damaged(bytes) : bytes).subarray(0, imageBytes);
    return { kind: isDamaged ? `${kind}, damaged` : kind, bytes: sent };
  };
}
