// For processes of their own that draw: the serving process blocks the loader of SVG (media/pixels.ts).
import sharp from 'sharp';
import type { Logo } from './icons.ts';

/** Of SVG: pixels an inch at which one unit is one pixel. */
const unitDensity = 72;

/** @returns a PNG of `side` by `side` pixels */
export async function drawLogo({ kind, bytes }: Pick<Logo, 'kind' | 'bytes'>, side: number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const scale = side / Math.max(width, height);
  const density = kind === 'svg' ? Math.min(100_000, Math.max(1, unitDensity * scale)) : unitDensity;
  return await sharp(bytes, { density })
    .resize(side, side, { fit: 'contain', background: 'transparent' })
    .ensureAlpha()
    .png()
    .toBuffer();
}
