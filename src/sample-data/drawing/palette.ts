import { oklch } from './colour.ts';
import { createRandom } from './random.ts';

/** The colours of one invented user interface, all as '#rrggbb'. */
export interface Palette {
  dark: boolean;
  hue: number;
  brand: string;
  /** A darker and a lighter neighbour of `brand`, for gradients and pressed parts. */
  brandDeep: string;
  brandLight: string;
  /** `brand` as a background that text can lie on. */
  tint: string;
  onBrand: string;
  accent: string;
  paper: string;
  card: string;
  ink: string;
  muted: string;
  line: string;
  good: string;
  bad: string;
}

/** Lightness, chroma, hue, and how far away the accent's hue lies. Chosen by eye: not every hue is good at every lightness. */
const brands = [
  [0.5, 0.2, 265, 150],
  [0.53, 0.2, 293, -130],
  [0.5, 0.14, 155, -70],
  [0.6, 0.2, 27, 210],
  [0.68, 0.17, 48, 190],
  [0.56, 0.16, 240, 165],
  [0.55, 0.1, 200, -150],
  [0.57, 0.21, 358, 110],
  [0.6, 0.16, 138, -80],
  [0.8, 0.16, 85, 180],
  [0.36, 0.12, 270, 165],
  [0.43, 0.09, 175, -95],
  [0.44, 0.15, 22, 55],
  [0.47, 0.18, 325, 120],
  [0.6, 0.18, 255, -190],
  [0.4, 0.07, 60, 30],
  [0.62, 0.14, 178, -140],
  [0.3, 0.03, 260, -170],
] as const;

/** Always the same palette for the same name. */
export function paletteOf(name: string): Palette {
  const random = createRandom(`palette ${name}`);
  const [lightness, chroma, hue, away] = random.pick(brands);
  const dark = random.chance(0.28);
  // A dark brand colour would vanish on a dark page.
  const shown = dark ? Math.max(lightness, 0.62) : lightness;
  const shade = (light: number, night: number, strength = 0.012) =>
    oklch(dark ? night : light, strength, hue);
  return {
    dark,
    hue,
    brand: oklch(shown, chroma, hue),
    brandDeep: oklch(shown - 0.13, chroma, hue + 8),
    brandLight: oklch(Math.min(shown + 0.14, 0.9), chroma * 0.8, hue - 10),
    tint: dark ? oklch(0.3, chroma * 0.35, hue) : oklch(0.955, chroma * 0.16, hue),
    onBrand: shown > 0.7 ? oklch(0.2, 0.04, hue) : '#ffffff',
    accent: oklch(dark ? 0.78 : 0.72, 0.15, hue + away),
    paper: shade(0.985, 0.17),
    card: shade(1, 0.22),
    ink: shade(0.22, 0.96, 0.02),
    muted: shade(0.53, 0.7, 0.018),
    line: shade(0.92, 0.3),
    good: oklch(dark ? 0.75 : 0.56, 0.15, 152),
    bad: oklch(dark ? 0.7 : 0.57, 0.19, 25),
  };
}
