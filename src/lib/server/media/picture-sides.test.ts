import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sidesOf } from './picture-sides.ts';

test.each([
  ['jpeg', {}],
  ['jpeg', { progressive: true }],
  ['jpeg', { mozjpeg: true }],
  ['png', {}],
  ['png', { progressive: true, palette: true }],
] as const)('Reads the sides of a %s made with %j, with and without metadata', async (format, options) => {
  const image = sharp({ create: { width: 301, height: 207, channels: 3, background: '#008751' } });
  for (const made of [image, image.clone().withMetadata({ orientation: 6 })])
    expect(sidesOf(await made.toFormat(format, options).toBuffer(), format)).toEqual({
      width: 301,
      height: 207,
    });
});

test('Returns null for a file without a header, wherever it ends', async () => {
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  for (let end = 0; end < jpeg.length; end += 1)
    expect(() => sidesOf(jpeg.subarray(0, end), 'jpeg')).not.toThrow();
  expect(sidesOf(Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'), 'jpeg')).toBeNull();
  for (let end = 0; end < 40; end += 1) expect(sidesOf(Buffer.alloc(end), 'png')).toBeNull();
});
