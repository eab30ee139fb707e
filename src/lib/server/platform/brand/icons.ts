// Icons of the operator's logo, drawn at each start. Each node draws its own; the same logo gives the same addresses on
// all of them.
import sharp from 'sharp';
import { defaultBrand, type Brand } from '../../../shared/page/brand.ts';
import { ConfigError } from '../errors.ts';

/** The operator's logo. */
export interface Logo {
  kind: 'svg' | 'png';
  /** Path of the file, for errors. */
  file: string;
  bytes: Uint8Array;
  /** Names what is made of it. */
  hash: string;
}

/** Names the file and what is wrong with it, in one line. */
export const brandFault = (file: string, sentence: string, cause?: unknown): ConfigError =>
  new ConfigError(`${file}: ${sentence.replace(/\s+/g, ' ')}`, { cause });

/** Part of the icons' addresses: raise it when icons of the same logo come to look different. */
const designVersion = 2;

/** The addresses change with the logo, so browsers keep them for good. */
const folderOf = (hash: string): string => `/brand/${hash}${designVersion}`;

/**
 * PNG files: pixels of a side, the logo's share of it, and whether the rest has a ground or is transparent. A maskable
 * icon may be cut to a circle of four fifths of its side (W3C Web App Manifest).
 */
const iconPlans = {
  'icon-192.png': { size: 192, share: 1, ground: false },
  'icon-512.png': { size: 512, share: 1, ground: false },
  'icon-maskable-192.png': { size: 192, share: 0.62, ground: true },
  'icon-maskable-512.png': { size: 512, share: 0.62, ground: true },
  'apple-touch-icon.png': { size: 180, share: 0.8, ground: true },
  'favicon-96.png': { size: 96, share: 1, ground: false },
  // Browsers ask for the name without having read a page, and take a PNG there.
  'favicon.ico': { size: 48, share: 1, ground: false },
  // For the navigation bar, where it has 34 pixels, on screens of up to four times as many.
  'mark.png': { size: 136, share: 1, ground: false },
};

export function iconPaths({ kind, hash }: Pick<Logo, 'kind' | 'hash'>): Pick<Brand, 'icons' | 'logo'> {
  const at = (name: string): string => `${folderOf(hash)}/${name}`;
  return {
    logo: at('mark.png'),
    icons: {
      favicon:
        kind === 'svg'
          ? { path: at('favicon.svg'), type: 'image/svg+xml' }
          : { path: at('favicon-96.png'), type: 'image/png' },
      appleTouch: at('apple-touch-icon.png'),
      icon192: at('icon-192.png'),
      icon512: at('icon-512.png'),
      maskable192: at('icon-maskable-192.png'),
      maskable512: at('icon-maskable-512.png'),
    },
  };
}

/** The icons of a site, and the folder where they are served, which changes with the logo. */
export type BrandIconSet = Awaited<ReturnType<typeof makeIcons>>;

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

/** The logo is drawn once as large as this, and made smaller for each icon. */
const drawnSide = 1024;
/** A place at the edge that also a square with round corners covers, and a circle does not. */
const edge = { left: Math.round(drawnSide * 0.3), top: 2, width: 1, height: 1 };
const svgLoader = { operation: ['VipsForeignLoadSvgBuffer'] };

/**
 * Call it before the server listens: it opens the loader of SVG, which is blocked because uploads could reach it
 * (media/pixels.ts).
 * @throws ConfigError where the logo cannot be drawn
 */
export async function makeIcons(logo: Logo) {
  const { kind, file, bytes, hash } = logo;
  sharp.unblock(svgLoader);
  try {
    const { width, height } = await sharp(bytes).metadata();
    // Rounded sizes of a drawing differ by a pixel.
    if (Math.abs(width - height) > Math.max(1, Math.max(width, height) * 0.01))
      throw new Error(`it has ${width} by ${height} units, and must be square`);
    const drawn = await drawLogo(logo, drawnSide);
    // The colour around a logo that is a square of its own is that of its edge, so that no border is seen.
    const [red = 0, green = 0, blue = 0, alpha = 0] = await sharp(drawn).extract(edge).raw().toBuffer();
    const ground = alpha === 255 ? `rgb(${red},${green},${blue})` : defaultBrand.themeColour.light;
    const files: { name: string; type: string; bytes: Buffer }[] = [];
    for (const [name, plan] of Object.entries(iconPlans)) {
      const inner = Math.round(plan.size * plan.share);
      const before = Math.floor((plan.size - inner) / 2);
      const after = plan.size - inner - before;
      const background = plan.ground ? ground : 'transparent';
      const inSize = sharp(await sharp(drawn).resize(inner, inner).png().toBuffer());
      const icon = inSize.extend({ top: before, left: before, bottom: after, right: after, background });
      files.push({
        name,
        type: 'image/png',
        bytes: await (plan.ground ? icon.flatten({ background }) : icon)
          .png({ compressionLevel: 9 })
          .toBuffer(),
      });
    }
    if (kind === 'svg') files.push({ name: 'favicon.svg', type: 'image/svg+xml', bytes: Buffer.from(bytes) });
    return { folder: folderOf(hash), files };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw brandFault(file, `cannot be drawn (${reason}).`, error);
  } finally {
    sharp.block(svgLoader);
  }
}
