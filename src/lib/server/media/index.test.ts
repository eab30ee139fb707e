import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { pictureUrl, type PictureFormat, type PicturePurpose } from '../../shared/page/pictures.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { storePicture as store } from './index.ts';

const files = new Map<string, Buffer>();
const storage = {
  put: async (key: string, bytes: Uint8Array) => {
    files.set(key, Buffer.from(bytes));
  },
} as unknown as Storage;
const storePicture = (bytes: Buffer, purpose: PicturePurpose) =>
  store({ storage }, async () => bytes, purpose);

beforeAll(() => {
  // Only for the checks of this test: uploads in these formats stay refused.
  sharp.unblock({ operation: ['VipsForeignLoadHeifBuffer', 'VipsForeignLoadWebpBuffer'] });
});

type Rgb = [red: number, green: number, blue: number];

const plain = (width: number, height: number, background = '#c03020') =>
  sharp({ create: { width, height, channels: 3, background } });

function variant(id: string, width: number, format: PictureFormat): Buffer {
  const bytes = files.get(`${id}-${width}.${format}`);
  if (!bytes) throw new Error(`No ${format} of ${width} among ${[...files.keys()].join(' ')}`);
  return bytes;
}

async function pixelAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

function expectNear(actual: number[], [red, green, blue]: Rgb): void {
  const [r = -1, g = -1, b = -1] = actual;
  expect(Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue)), `${r},${g},${b}`).toBeLessThan(
    14,
  );
}

describe('The sizes of a stored picture', () => {
  test.each([
    ['logo', 1000, 1000, 512, 512, [64, 128, 256, 512]],
    ['logo', 300, 300, 300, 300, [64, 128, 300]],
    ['logo', 800, 200, 512, 512, [64, 128, 256, 512]],
    ['logo', 20, 10, 20, 20, [20]],
    ['avatar', 900, 600, 256, 256, [64, 128, 256]],
    ['avatar', 100, 400, 100, 100, [64, 100]],
    ['screenshot', 1080, 2340, 960, 2080, [240, 480, 960]],
    ['screenshot', 720, 1560, 720, 1560, [240, 480, 720]],
    ['screenshot', 500, 900, 500, 900, [240, 500]],
    ['screenshot', 1920, 1080, 1440, 810, [480, 960, 1440]],
    ['screenshot', 600, 12_000, 120, 2400, [120]],
    ['screenshot', 1, 1, 1, 1, [1]],
  ] as const)(
    'Stores a %s of %i by %i pixels in all its sizes and formats',
    async (purpose, width, height, outWidth, outHeight, widths) => {
      const picture = await storePicture(await plain(width, height).png().toBuffer(), purpose);
      expect(picture).toMatchObject({ purpose, width: outWidth, height: outHeight, widths, fallback: 'jpg' });
      let bytes = 0;
      for (const step of picture.widths) {
        for (const format of ['avif', 'webp', 'jpg'] as const) {
          const file = variant(picture.id, step, format);
          const meta = await sharp(file).metadata();
          expect(meta.width).toBe(step);
          expect(meta.height).toBe(Math.max(Math.round((step * outHeight) / outWidth), 1));
          bytes += file.length;
        }
      }
      expect(picture.bytes).toBe(bytes);
    },
  );

  test('Stores every variant under the key that its address has', async () => {
    const picture = await storePicture(await plain(300, 200).jpeg().toBuffer(), 'screenshot');
    expect(files.has(pictureUrl(picture).slice('/media/'.length))).toBe(true);
    expect(picture.id).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe('The content of a stored picture', () => {
  test('Pads a wide logo to a square, with margins in its border colour', async () => {
    const right = { create: { width: 200, height: 200, channels: 3, background: '#2040c0' } } as const;
    const wide = await plain(800, 200)
      .composite([{ input: await sharp(right).png().toBuffer(), left: 600, top: 0 }])
      .png()
      .toBuffer();
    const picture = await storePicture(wide, 'logo');
    const file = variant(picture.id, 512, 'jpg');
    expectNear(await pixelAt(file, 10, 256), [192, 48, 32]);
    expectNear(await pixelAt(file, 500, 256), [32, 64, 192]);
    const [red = 0, green = 0, blue = 0] = await pixelAt(file, 256, 10);
    // Three parts red, one part blue.
    expectNear([red, green, blue], [152, 52, 72]);
  });

  test('Crops an avatar to the middle of the picture', async () => {
    const side = {
      input: { create: { width: 100, height: 200, channels: 3, background: '#2040c0' } },
    } as const;
    const input = await plain(400, 200)
      .composite([
        { ...side, left: 0, top: 0 },
        { ...side, left: 300, top: 0 },
      ])
      .png()
      .toBuffer();
    const file = variant((await storePicture(input, 'avatar')).id, 200, 'jpg');
    expectNear(await pixelAt(file, 4, 100), [192, 48, 32]);
    expectNear(await pixelAt(file, 195, 100), [192, 48, 32]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'EXIF orientation %i ends upright, and none of the metadata is kept',
    async (orientation) => {
      // The upper left quarter is blue once the picture is upright.
      const upright = plain(240, 120).composite([
        {
          input: { create: { width: 120, height: 60, channels: 3, background: '#2040c0' } },
          left: 0,
          top: 0,
        },
      ]);
      const pixels = await upright.png().toBuffer();
      const undo = {
        1: [0, false],
        2: [0, true],
        3: [180, false],
        4: [180, true],
        5: [90, true],
        6: [270, false],
        7: [270, true],
        8: [90, false],
      } as const;
      const [angle, mirrored] = undo[orientation as keyof typeof undo];
      // Orientations 5 and 7 mirror what is already turned.
      const turned = await sharp(await sharp(pixels).rotate(angle).png().toBuffer())
        .flop(mirrored)
        .png()
        .toBuffer();
      const jpeg = await sharp(turned)
        .withExif({
          IFD0: { Copyright: 'secret-name' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' },
        })
        .withMetadata({ orientation })
        .jpeg({ quality: 95 })
        .toBuffer();
      expect(jpeg.includes('secret-name')).toBe(true);
      const picture = await storePicture(jpeg, 'screenshot');
      expect(picture).toMatchObject({ width: 240, height: 120 });
      const png = await storePicture(
        await sharp(turned).withMetadata({ orientation }).png().toBuffer(),
        'screenshot',
      );
      expectNear(await pixelAt(variant(png.id, 240, 'jpg'), 30, 30), [32, 64, 192]);
      for (const format of ['avif', 'webp', 'jpg'] as const) {
        const file = variant(picture.id, 240, format);
        expectNear(await pixelAt(file, 30, 30), [32, 64, 192]);
        expectNear(await pixelAt(file, 200, 30), [192, 48, 32]);
        expectNear(await pixelAt(file, 30, 100), [192, 48, 32]);
        const meta = await sharp(file).metadata();
        expect([meta.exif, meta.xmp, meta.iptc, meta.icc, meta.orientation]).toEqual([
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
        expect(file.includes('secret-name')).toBe(false);
        expect(file.includes('Exif')).toBe(false);
      }
    },
  );

  test('Converts the colours of another profile before it is removed', async () => {
    const wideGamut = await plain(80, 80, '#ff0000').withIccProfile('p3').png().toBuffer();
    const { icc } = await sharp(wideGamut).metadata();
    expect(icc).toBeDefined();
    // Keeps the profile, or reading would convert the colours here.
    const stored = await sharp(wideGamut).keepIccProfile().raw().toBuffer();
    // Red of sRGB lies within P3, at other numbers.
    expect(stored[0]).toBeLessThan(245);
    expectNear(
      await pixelAt(variant((await storePicture(wideGamut, 'logo')).id, 80, 'jpg'), 5, 5),
      [255, 0, 0],
    );
  });

  test('Keeps transparency, with a PNG as fallback, and drops an opaque alpha channel', async () => {
    const clear = {
      create: { width: 120, height: 120, channels: 4, background: { r: 0, g: 120, b: 60, alpha: 0 } },
    } as const;
    const disc = Buffer.from(
      await sharp({ ...clear, create: { ...clear.create, width: 60, height: 60, background: '#007a3d' } })
        .png()
        .toBuffer(),
    );
    const glass = await storePicture(
      await sharp(clear)
        .composite([{ input: disc }])
        .png()
        .toBuffer(),
      'logo',
    );
    expect(glass.fallback).toBe('png');
    expect(glass.colour).toMatch(/^#007[9ab]3[b-e]$/);
    for (const format of ['avif', 'webp', 'png'] as const) {
      const file = variant(glass.id, 120, format);
      expect((await sharp(file).metadata()).hasAlpha).toBe(true);
      expect(
        (
          await sharp(file).ensureAlpha().extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer()
        )[3],
      ).toBeLessThan(6);
    }
    const solid = await storePicture(await plain(120, 120).ensureAlpha(1).png().toBuffer(), 'logo');
    expect(solid.fallback).toBe('jpg');
    const invisible = await storePicture(await sharp(clear).png().toBuffer(), 'logo');
    expect(invisible).toMatchObject({ fallback: 'png', colour: '#000000' });
  });

  test('Finds the colour that most of the picture has', async () => {
    const spot = {
      input: { create: { width: 90, height: 90, channels: 3, background: '#10d040' } },
    } as const;
    const input = await plain(300, 200, '#f5f7f9').composite([spot]).png().toBuffer();
    expect((await storePicture(input, 'screenshot')).colour).toMatch(/^#f.f.f.$/);
  });
});
