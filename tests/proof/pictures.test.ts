// Property: arbitrary bytes as a picture neither crash the product nor take long or much memory, and no metadata is
// kept.
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { AppError } from '../../src/lib/server/platform/errors.ts';
import { createPictureStore } from '../../src/lib/server/media/store-picture.ts';
import { scaled } from '../support/scale.ts';

const mutants = scaled(10_000);
const kept = new Map<string, Buffer>();
const store = createPictureStore(
  {
    put: async (key, bytes) => void kept.set(key, Buffer.from(bytes)),
  },
  async () => undefined,
  1,
);

let seeds: Buffer[];
const canary = 'CANARY-OF-METADATA';

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const base = () => sharp({ create: { width: 120, height: 90, channels: 3, background: '#0a7', noise } });
  const exif = { IFD0: { Copyright: canary, ImageDescription: canary } };
  const drawn = await Promise.all([
    base().withExif(exif).jpeg().toBuffer(),
    base().withExif(exif).jpeg({ progressive: true }).toBuffer(),
    base().png().toBuffer(),
    base().png({ progressive: true }).toBuffer(),
    base().ensureAlpha(0.4).png({ palette: true }).toBuffer(),
    base().webp().toBuffer(),
  ]);
  seeds = [
    ...drawn,
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>`),
    Buffer.from(
      'GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;',
      'latin1',
    ),
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    bomb(15_900),
  ];
});

/** A PNG whose header claims `side` pixels each way, with the data of only a few. */
function bomb(side: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  size.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([head, size, Buffer.from('0000000000000000494441547801010000ffff00000001', 'hex')]);
}

let state = 20_261_121;
/** Xorshift, so that the mutants are the same in each run. */
function random(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return Math.abs(state) % below;
}

function mutate(seed: Buffer, other: Buffer): Buffer {
  const bytes = Buffer.from(seed);
  switch (random(6)) {
    case 0:
      return bytes.subarray(0, random(bytes.length + 1));
    case 1:
      return Buffer.concat([bytes, other]);
    case 2:
      return Buffer.concat([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))]);
    case 3:
      return Buffer.concat([
        bytes.subarray(0, 33),
        Buffer.alloc(random(5_000), random(256)),
        bytes.subarray(33),
      ]);
    default:
      for (let flips = 0; flips <= random(12); flips += 1)
        bytes[random(Math.max(1, bytes.length))] = random(256);
      return bytes;
  }
}

test(`Decodes or refuses ${mutants} mutants of pictures in less than 1 s each, and keeps no metadata`, async () => {
  const before = process.memoryUsage.rss();
  const tally = { taken: 0, refused: 0, slowest: 0, over1s: 0, withMetadata: 0 };
  let peak = before;
  for (let index = 0; index < mutants; index += 1) {
    const seed = seeds[random(seeds.length)] ?? Buffer.alloc(0);
    const mutant = mutate(seed, seeds[random(seeds.length)] ?? seed);
    const began = performance.now();
    try {
      await store.storePicture(mutant, (['logo', 'avatar', 'screenshot'] as const)[random(3)] ?? 'logo');
      tally.taken += 1;
    } catch (error) {
      // Any other error is a fault.
      if (!(error instanceof AppError)) throw error;
      tally.refused += 1;
    }
    const ms = performance.now() - began;
    tally.slowest = Math.max(tally.slowest, Math.round(ms));
    if (ms > 1_000) tally.over1s += 1;
    peak = Math.max(peak, process.memoryUsage.rss());
    for (const bytes of kept.values()) if (bytes.includes(canary)) tally.withMetadata += 1;
    kept.clear();
  }
  const grown = (peak - before) / 1024 / 1024;
  console.log(`images: ${mutants} mutants`, tally, `${grown.toFixed(0)} MB more memory at most`);
  expect(tally.withMetadata).toBe(0);
  expect(tally.over1s).toBe(0);
  expect(tally.taken).toBeGreaterThan(mutants / 100);
  expect(grown).toBeLessThan(150);
}, 3_600_000);

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a bomb of 15,900 x 15,900', bomb(15_900)],
])('Refuses %s as a picture', async (_name, bytes) => {
  await expect(store.storePicture(bytes, 'logo')).rejects.toBeInstanceOf(AppError);
});

test('Lets libvips read JPEG and PNG from memory, and nothing else', async () => {
  const webp = seeds[5] ?? Buffer.alloc(0);
  for (const bytes of [webp, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')])
    await expect(sharp(bytes).metadata()).rejects.toThrow(/unsupported|blocked/i);
});
