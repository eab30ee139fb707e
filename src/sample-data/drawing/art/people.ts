import { oklch } from '../colour.ts';
import type { Random } from '../random.ts';
import { box, disc, type Markup, shape } from '../../../lib/server/platform/drawing/sheet.ts';
import type { Art } from './art.ts';
import { hills } from './scenery.ts';

const tone = (random: Random, lightness: number, chroma: number) =>
  oklch(lightness, chroma, random.int(0, 359));

/** Head and shoulders. */
export const person: Art = (w, h, random, sheet) => {
  const [x, u] = [w / 2, Math.min(w, h) / 10];
  const y = h * 0.42;
  const skin = oklch(0.36 + random.next() * 0.2, 0.06, 50);
  const hair = oklch(0.2, 0.02, 50);
  const top = tone(random, 0.55, 0.14);
  const styles: Markup[] = [
    disc(x, y - u * 0.7, 2 * u, hair),
    [disc(x, y - u * 0.5, 2.3 * u, hair), box(x - 2.3 * u, y - u * 0.5, 4.6 * u, 2.6 * u, hair, u)],
    disc(x, y - u * 0.9, 2.8 * u, hair),
    // A head tie.
    [
      shape(
        `M${String(x - 2.2 * u)} ${String(y - 0.4 * u)}q${String(-0.6 * u)} ${String(-3.4 * u)} ${String(3 * u)} ${String(-3.2 * u)}q${String(3 * u)} ${String(0.6 * u)} ${String(1.4 * u)} ${String(3.2 * u)}z`,
        tone(random, 0.6, 0.16),
      ),
      disc(x + 1.6 * u, y - 2.6 * u, u * 0.8, top),
    ],
  ];
  return [
    box(0, 0, w, h, sheet.gradient(tone(random, 0.88, 0.06), tone(random, 0.78, 0.08), 60)),
    random.pick(styles),
    box(x - u * 0.7, y + u, 1.4 * u, 2.4 * u, skin),
    shape(
      `M${String(x - 4 * u)} ${String(h + u)}q0 ${String(-4.4 * u)} ${String(4 * u)} ${String(-4.4 * u)}t${String(4 * u)} ${String(4.4 * u)}z`,
      top,
    ),
    `<ellipse cx="${String(x)}" cy="${String(y)}" rx="${String(1.65 * u)}" ry="${String(2 * u)}" fill="${skin}"/>`,
  ];
};

export const poster: Art = (w, h, random, sheet) => {
  const hue = random.int(0, 359);
  const figure = (x: number, tall: number) => {
    const [r, y] = [tall * 0.16, h - tall];
    const dark = oklch(0.16, 0.03, hue);
    return [
      disc(x, y, r, dark),
      shape(
        `M${String(x - r * 2)} ${String(h)}q0 ${String(-tall * 0.8)} ${String(r * 2)} ${String(-tall * 0.8)}t${String(r * 2)} ${String(tall * 0.8)}z`,
        dark,
      ),
    ];
  };
  return [
    box(0, 0, w, h, sheet.gradient(oklch(0.3, 0.1, hue), oklch(0.68, 0.16, hue + random.int(30, 70)))),
    disc(
      w * (0.3 + random.next() * 0.4),
      h * 0.36,
      Math.min(w, h) * 0.24,
      oklch(0.88, 0.1, hue + 60),
      'opacity=".8"',
    ),
    shape(hills(w, h, 0.72, random), oklch(0.3, 0.08, hue + 20)),
    Array.from({ length: random.int(1, 3) }, (_, index) =>
      figure(w * (0.3 + index * 0.22), h * (0.3 + random.next() * 0.16)),
    ),
  ];
};
