// The icons that are made of the operator's logo, by name.
import type { Brand } from '../../../shared/page/brand.ts';

/** Part of the icons' addresses: raise it when icons of the same logo come to look different. */
const designVersion = 1;

/** Folder of the icons below the site. Its addresses change with the logo, so browsers keep them for good. */
export const brandFolder = (hash: string): string => `/brand/${hash}${String(designVersion)}`;

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
  // For the navigation bar, where it has 34 pixels, on screens of up to four times as many.
  'mark.png': { size: 136, share: 1, ground: false },
};

/** Sides of the pictures in favicon.ico. */
export const icoSizes = [16, 32, 48];

export function iconPaths({
  kind,
  hash,
}: {
  kind: 'svg' | 'png';
  hash: string;
}): Pick<Brand, 'icons' | 'logo'> {
  const at = (name: string): string => `${brandFolder(hash)}/${name}`;
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
