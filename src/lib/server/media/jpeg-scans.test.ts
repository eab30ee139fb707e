import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { countJpegScans } from './jpeg-scans.ts';

const blank = { create: { width: 90, height: 70, channels: 3, background: '#345' } } as const;

describe('The scans of a JPEG', () => {
  test('Counts one scan of a baseline JPEG, and several of a progressive one', async () => {
    expect(countJpegScans(await sharp(blank).jpeg().toBuffer(), 100)).toBe(1);
    const scans = countJpegScans(await sharp(blank).jpeg({ progressive: true }).toBuffer(), 100);
    expect(scans).toBeGreaterThan(5);
    expect(scans).toBeLessThan(20);
  });

  test('Does not count restart markers and stuffed bytes', () => {
    const bytes = [
      0xff, 0xd8, 0xff, 0xda, 0, 4, 1, 2, 0xff, 0, 0xda, 0xff, 0xd3, 7, 0xff, 0xff, 0xd9, 0xff, 0xda,
    ];
    expect(countJpegScans(Uint8Array.from(bytes), 100)).toBe(1);
  });

  test('Does not count scans in metadata or after the image', async () => {
    const jpeg = await sharp(blank).jpeg().toBuffer();
    const comment = Buffer.from([0xff, 0xfe, 0, 10, 0xff, 0xda, 0xff, 0xda, 0xff, 0xda, 0xff, 0xda]);
    const bytes = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), jpeg, jpeg]);
    expect(countJpegScans(bytes, 100)).toBe(1);
  });

  test('Stops counting after the limit, and at the end of a truncated file', () => {
    const scan = Buffer.from([0xff, 0xda, 0, 2]);
    const many = Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array.from({ length: 5000 }, () => scan)]);
    expect(countJpegScans(many, 100)).toBe(101);
    expect(countJpegScans(Uint8Array.from([0xff, 0xd8, 0xff, 0xda]), 100)).toBe(0);
    expect(countJpegScans(Uint8Array.from([]), 100)).toBe(0);
  });
});
