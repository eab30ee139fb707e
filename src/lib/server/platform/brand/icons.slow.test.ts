import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import { makeIcons } from './icons.ts';
import type { Logo } from './read-brand.ts';

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-icons-'))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const svg = (body: string, box = '0 0 24 24'): Logo => ({
  kind: 'svg',
  file: '/brand/logo.svg',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${body}</svg>`),
  hash: 'a'.repeat(16),
});

async function cornerOf(bytes: Buffer): Promise<number[]> {
  return [
    ...(await sharp(bytes).ensureAlpha().extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()),
  ];
}

test('Draws the icons of a small SVG sharply, and keeps them for the next start', async () => {
  const logo = svg('<circle cx="12" cy="12" r="12" fill="#8a3b00"/>');
  const { folder, files } = await makeIcons(logo, dataDir);
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const [name, size] of [
    ['icon-192.png', 192],
    ['icon-512.png', 512],
    ['icon-maskable-512.png', 512],
    ['apple-touch-icon.png', 180],
    ['mark.png', 136],
  ] as const) {
    const { width, height, format } = await sharp(byName.get(name)?.bytes).metadata();
    expect([name, width, height, format]).toEqual([name, size, size, 'png']);
  }
  expect(byName.get('favicon.svg')).toMatchObject({ type: 'image/svg+xml', bytes: Buffer.from(logo.bytes) });
  // Transparent where the logo is, but not on a phone's home screen, which paints its own ground.
  const cornerIn = async (name: string) => await cornerOf(byName.get(name)?.bytes ?? Buffer.alloc(0));
  expect((await cornerIn('icon-512.png'))[3]).toBe(0);
  expect(await cornerIn('apple-touch-icon.png')).toEqual([0xfb, 0xfa, 0xf6, 255]);
  expect(await cornerIn('icon-maskable-192.png')).toEqual([0xfb, 0xfa, 0xf6, 255]);
  // Half transparent pixels are only at the edge of the circle: it was not drawn small and made large.
  const { data } = await sharp(byName.get('icon-512.png')?.bytes).raw().toBuffer({ resolveWithObject: true });
  const soft = data.filter((value, at) => at % 4 === 3 && value > 0 && value < 255).length;
  expect(soft).toBeLessThan(512 * 20);

  const [kept = ''] = await readdir(join(dataDir, 'cache'));
  expect(folder.endsWith(kept.replace('brand-', ''))).toBe(true);
  // What is there is taken, not drawn again.
  await writeFile(join(dataDir, 'cache', kept, 'mark.png'), 'kept');
  const again = await makeIcons(logo, dataDir);
  expect(again.files.find(({ name }) => name === 'mark.png')?.bytes.toString()).toBe('kept');
  // A file that a crash has left empty is drawn again, with all others.
  await writeFile(join(dataDir, 'cache', kept, 'mark.png'), '');
  await makeIcons(logo, dataDir);
  expect((await readFile(join(dataDir, 'cache', kept, 'mark.png'))).length).toBeGreaterThan(100);
  expect(await readdir(join(dataDir, 'cache'))).toEqual([kept]);
});

test('Gives a logo that is a square with round corners a ground of its own colour', async () => {
  const { files } = await makeIcons(svg('<rect width="24" height="24" rx="5.5" fill="#112233"/>'), dataDir);
  const maskable = files.find(({ name }) => name === 'icon-maskable-512.png');
  expect(await cornerOf(maskable?.bytes ?? Buffer.alloc(0))).toEqual([0x11, 0x22, 0x33, 255]);
});

test('Refuses a logo that cannot be drawn or is not square, in a sentence that names the file', async () => {
  await expect(makeIcons(svg('<rect'), dataDir)).rejects.toThrow(
    /^\/brand\/logo\.svg: cannot be drawn \(.+\)\.$/s,
  );
  await expect(makeIcons(svg('', '0 0 40 20'), dataDir)).rejects.toThrow(
    '/brand/logo.svg: has 40 by 20 units. It must be square.',
  );
});

test('Makes the icons where they cannot be kept', async () => {
  await writeFile(join(dataDir, 'cache'), 'a file');
  const { files } = await makeIcons(svg('<rect width="24" height="24"/>'), dataDir);
  expect(files.every(({ bytes }) => bytes.length > 0)).toBe(true);
});
