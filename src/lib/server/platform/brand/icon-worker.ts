// Draws the icons in a process of its own, because the serving process blocks the loader of SVG
// (platform/drawing/drawing-process.ts).
import sharp from 'sharp';
import { defaultBrand } from '../../../shared/page/brand.ts';
import { answerDrawings } from '../drawing/drawing-process.ts';
import { drawLogo } from './draw-logo.ts';
import { iconPlans, type Logo } from './icons.ts';

type IconRequest = Pick<Logo, 'kind' | 'bytes'>;

sharp.concurrency(1);
sharp.cache(false);

/** The logo is drawn once as large as this, and made smaller for each icon. */
const side = 1024;

/** @throws Error for a logo that is no square */
async function checkSides({ bytes }: IconRequest): Promise<void> {
  const { width, height } = await sharp(bytes).metadata();
  // Rounded sizes of a drawing differ by a pixel.
  if (Math.abs(width - height) > Math.max(1, Math.max(width, height) * 0.01))
    throw new Error(`it has ${String(width)} by ${String(height)} units, and must be square`);
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

async function drawIcons(request: IconRequest): Promise<Record<string, Uint8Array>> {
  await checkSides(request);
  const logo = await drawLogo(request, side);
  const ground = await groundOf(logo);
  const icons: Record<string, Uint8Array> = {};
  for (const [name, plan] of Object.entries(iconPlans)) {
    const inner = Math.round(plan.size * plan.share);
    const before = Math.floor((plan.size - inner) / 2);
    const after = plan.size - inner - before;
    const background = plan.ground ? ground : 'transparent';
    const drawn = sharp(await sharp(logo).resize(inner, inner).png().toBuffer()).extend({
      top: before,
      left: before,
      bottom: after,
      right: after,
      background,
    });
    icons[name] = await (plan.ground ? drawn.flatten({ background }) : drawn)
      .png({ compressionLevel: 9 })
      .toBuffer();
  }
  return icons;
}

answerDrawings(async (request) => await drawIcons(request as IconRequest));
