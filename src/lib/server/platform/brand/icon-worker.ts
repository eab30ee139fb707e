// Draws the icons in a process of its own, because the serving process blocks the loader of SVG
// (platform/drawing/drawing-process.ts).
import sharp from 'sharp';
import { defaultBrand } from '../../../shared/page/brand.ts';
import { answerDrawings } from '../drawing/drawing-process.ts';
import { drawLogo } from './draw-logo.ts';
import { iconPlans, icoSizes } from './icon-files.ts';
import { icoOf } from './ico.ts';
import type { Logo } from './read-brand.ts';

export type IconRequest = Pick<Logo, 'kind' | 'bytes'>;

export type DrawnIcons = { icons: Record<string, Uint8Array> } | { fault: string };

sharp.concurrency(1);
sharp.cache(false);

/** The logo is drawn once as large as this, and made smaller for each icon. */
const side = 1024;
/** @returns why the logo cannot be used, or null */
async function faultOf({ bytes }: IconRequest): Promise<string | null> {
  const { width, height } = await sharp(bytes).metadata();
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  // Rounded sizes of a drawing differ by a pixel.
  if (long - short <= Math.max(1, long * 0.01)) return null;
  return `has ${String(width)} by ${String(height)} units. It must be square.`;
}

/** A place at the edge that also a square with round corners covers, and a circle does not. */
const edge = { left: Math.round(side * 0.3), top: 2, width: 1, height: 1 };

/** The colour around a logo that is a square of its own is that of its edge, so that no border is seen. */
async function groundOf(logo: Buffer): Promise<string> {
  const [red = 0, green = 0, blue = 0, alpha = 0] = await sharp(logo).extract(edge).raw().toBuffer();
  return alpha === 255
    ? `rgb(${String(red)},${String(green)},${String(blue)})`
    : defaultBrand.themeColour.light;
}

async function drawIcons(request: IconRequest): Promise<DrawnIcons> {
  const fault = await faultOf(request);
  if (fault !== null) return { fault };
  const logo = await drawLogo(request, side);
  const ground = await groundOf(logo);
  const draw = async (size: number, share: number, background?: string): Promise<Buffer> => {
    const inner = Math.round(size * share);
    const before = Math.floor((size - inner) / 2);
    const after = size - inner - before;
    const drawn = sharp(await sharp(logo).resize(inner, inner).png().toBuffer()).extend({
      top: before,
      left: before,
      bottom: after,
      right: after,
      background: background ?? 'transparent',
    });
    return await (background === undefined ? drawn : drawn.flatten({ background }))
      .png({ compressionLevel: 9 })
      .toBuffer();
  };
  const icons: Record<string, Uint8Array> = {};
  for (const [name, plan] of Object.entries(iconPlans))
    icons[name] = await draw(plan.size, plan.share, plan.ground ? ground : undefined);
  const pictures = await Promise.all(icoSizes.map(async (size) => ({ size, png: await draw(size, 1) })));
  icons['favicon.ico'] = icoOf(pictures);
  return { icons };
}

answerDrawings(async (request) => await drawIcons(request as IconRequest));
