import { oklch } from '../colour.ts';
import { box, disc, type Markup, shape, stroke, turn } from '../../../lib/server/platform/drawing/sheet.ts';
import type { Art } from './art.ts';
import { hills } from './scenery.ts';

export const plate: Art = (w, h, random, sheet) => {
  const [x, y] = [w / 2, h / 2];
  const r = Math.min(w, h) * 0.42;
  const table = random.int(20, 80);
  const bits = Array.from({ length: 26 }, () => {
    const [angle, far] = [random.next() * 6.283, Math.sqrt(random.next()) * r * 0.5];
    const hue = random.pick([32, 45, 60, 75, 130, 140]);
    const at: [number, number] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
    return random.chance(0.5)
      ? disc(...at, r * (0.05 + random.next() * 0.1), oklch(0.5 + random.next() * 0.25, 0.15, hue))
      : turn(
          random.int(0, 180),
          ...at,
          box(
            at[0] - r * 0.12,
            at[1] - r * 0.05,
            r * 0.24,
            r * 0.1,
            oklch(0.6 + random.next() * 0.2, 0.14, hue),
            r * 0.05,
          ),
        );
  });
  return [
    box(0, 0, w, h, sheet.gradient(oklch(0.5, 0.06, table), oklch(0.36, 0.05, table), 60)),
    disc(x + r * 0.08, y + r * 0.12, r * 1.02, '#000', 'opacity=".22"'),
    disc(x, y, r, oklch(0.97, 0.01, 90)),
    disc(x, y, r * 0.78, oklch(0.93, 0.015, 90)),
    disc(x, y, r * 0.66, oklch(0.58, 0.14, random.int(35, 65))),
    bits,
  ];
};

export const car: Art = (w, h, random, sheet) => {
  const [x, y, u] = [w / 2, h * 0.6, Math.min(w / 11, h / 6.5)];
  const body = random.pick([
    oklch(0.5, 0.18, 25),
    oklch(0.45, 0.14, 260),
    oklch(0.9, 0.01, 90),
    oklch(0.35, 0.02, 260),
    oklch(0.6, 0.08, 190),
    oklch(0.7, 0.02, 250),
  ]);
  const at = (dx: number, dy: number) => `${String(x + dx * u)} ${String(y + dy * u)}`;
  const wheel = (dx: number) => [
    disc(x + dx * u, y + u, u * 0.85, '#1d2024'),
    disc(x + dx * u, y + u, u * 0.42, '#b9bec5'),
  ];
  return [
    box(0, 0, w, h, sheet.gradient(oklch(0.88, 0.04, 230), oklch(0.95, 0.02, 80))),
    shape(hills(w, h, 0.5, random), oklch(0.72, 0.06, 150)),
    box(0, h * 0.68, w, h * 0.32, oklch(0.62, 0.01, 260)),
    `<ellipse cx="${String(x)}" cy="${String(y + 1.8 * u)}" rx="${String(4.6 * u)}" ry="${String(u * 0.35)}" opacity=".25"/>`,
    shape(
      `M${at(-4.4, 1)}q${String(-0.3 * u)} ${String(-1.5 * u)} ${String(1.3 * u)} ${String(-1.6 * u)}L${at(-1.9, -2)}h${String(2.9 * u)}L${at(2.9, -0.6)}q${String(1.9 * u)} ${String(0.1 * u)} ${String(1.6 * u)} ${String(1.6 * u)}z`,
      body,
    ),
    shape(
      `M${at(-2.4, -0.6)}L${at(-1.6, -1.6)}h${String(1.1 * u)}v${String(u)}zM${at(-0.2, -1.6)}h${String(u)}L${at(2.1, -0.6)}h${String(-2.3 * u)}z`,
      oklch(0.8, 0.04, 230),
    ),
    wheel(-2.5),
    wheel(2.6),
  ];
};

/** Tiles in the manner of printed and dyed cloth. */
export const pattern: Art = (w, h, random, sheet) => {
  const hue = random.int(0, 359);
  const size = Math.max(Math.min(w, h) / random.int(3, 4), 10);
  const colours = [oklch(0.75, 0.15, hue + 40), oklch(0.9, 0.08, hue + 70), oklch(0.55, 0.18, hue - 50)];
  const motif = random.int(0, 3);
  const tiles: Markup[] = [];
  for (let y = 0; y < h; y += size) {
    for (let x = 0; x < w; x += size) {
      const [cx, cy, r] = [x + size / 2, y + size / 2, size / 2];
      const colour = colours[Math.round((x + y) / size) % 3] ?? '#fff';
      if (motif === 0)
        tiles.push(disc(cx, cy, r * 0.8, colour), disc(cx, cy, r * 0.4, oklch(0.35, 0.12, hue)));
      else if (motif === 1)
        tiles.push(
          shape(
            `M${String(cx)} ${String(y)}l${String(r)} ${String(r)}l${String(-r)} ${String(r)}l${String(-r)} ${String(-r)}z`,
            colour,
          ),
        );
      else if (motif === 2)
        tiles.push(
          stroke(
            `M${String(x)} ${String(cy)}q${String(r)} ${String(-size)} ${String(size)} 0M${String(x)} ${String(cy + r * 0.5)}q${String(r)} ${String(-size)} ${String(size)} 0`,
            colour,
            size * 0.12,
          ),
        );
      else
        tiles.push(
          shape(
            `M${String(x)} ${String(y)}h${String(size)}a${String(size)} ${String(size)} 0 0 1 ${String(-size)} ${String(size)}z`,
            colour,
          ),
        );
    }
  }
  return [box(0, 0, w, h, sheet.gradient(oklch(0.38, 0.13, hue), oklch(0.3, 0.1, hue + 30), 45)), tiles];
};
