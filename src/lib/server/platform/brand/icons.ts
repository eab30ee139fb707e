// Icons of the operator's logo, drawn at each start in a process of its own, because the serving process blocks the
// loader of SVG (platform/drawing/drawing-process.ts). Each node draws its own; the same logo gives the same addresses
// on all of them.
import { fileURLToPath } from 'node:url';
import type { Brand } from '../../../shared/page/brand.ts';
import { startDrawingProcess } from '../drawing/drawing-process.ts';
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

interface IconPlan {
  /** Pixels of a side. */
  size: number;
  /** The logo's share of a side. On a ground where it is set; else the rest is transparent. */
  share: number;
  ground: boolean;
}

/** PNG files. A maskable icon may be cut to a circle of four fifths of its side (W3C Web App Manifest). */
export const iconPlans: Record<string, IconPlan> = {
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

/** The icons of a site, and where they are served. */
export interface BrandIconSet {
  /** Path of the folder, which changes with the logo. */
  folder: string;
  files: { name: string; type: string; bytes: Buffer }[];
}

/** All icons take half a second. */
const drawingMs = 30_000;

/** @throws ConfigError where the logo cannot be drawn */
export async function makeIcons({ kind, file, bytes, hash }: Logo): Promise<BrandIconSet> {
  const worker = fileURLToPath(new URL('./icon-worker.ts', import.meta.url));
  const drawing = startDrawingProcess<Pick<Logo, 'kind' | 'bytes'>, Record<string, Uint8Array>>(worker);
  const timer = setTimeout(() => drawing.kill(), drawingMs);
  try {
    const drawn = await drawing.draw({ kind, bytes });
    const files = Object.entries(drawn).map(([name, png]) => ({
      name,
      type: 'image/png',
      bytes: Buffer.from(png),
    }));
    if (kind === 'svg') files.push({ name: 'favicon.svg', type: 'image/svg+xml', bytes: Buffer.from(bytes) });
    return { folder: folderOf(hash), files };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw brandFault(file, `cannot be drawn (${reason}).`, error);
  } finally {
    clearTimeout(timer);
    drawing.close();
  }
}
