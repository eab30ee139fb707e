import { oklch } from '../colour.ts';
import type { Random } from '../random.ts';
import { box, disc, type Markup, shape, stroke } from '../../../lib/server/platform/drawing/sheet.ts';
import type { Art } from './art.ts';

export const building: Art = (w, h, random, sheet) => {
  const sky = random.pick([240, 215, 40, 20]);
  const evening = sky < 100;
  const blocks: Markup[] = [];
  for (let x = -10; x < w;) {
    const width = w * (0.16 + random.next() * 0.22);
    const height = h * (0.35 + random.next() * 0.4);
    const wall = oklch((evening ? 0.42 : 0.78) + random.next() * 0.12, 0.04, random.int(0, 359));
    const pane = evening ? oklch(0.85, 0.13, 85) : oklch(0.6, 0.06, 235);
    const panes: string[] = [];
    const step = Math.max(w / 16, 9);
    for (let px = x + step * 0.6; px < x + width - step * 0.7; px += step) {
      for (let py = h - height + step * 0.7; py < h - step; py += step * 1.25) {
        if (random.chance(0.78)) panes.push(box(px, py, step * 0.5, step * 0.7, pane, 1));
      }
    }
    blocks.push(box(x, h - height, width, height, wall, 2), panes);
    x += width + w * 0.02;
  }
  return [
    box(0, 0, w, h, sheet.gradient(oklch(evening ? 0.55 : 0.72, 0.1, sky), oklch(0.9, 0.06, sky + 30))),
    disc(w * random.next(), h * 0.24, h * 0.11, oklch(0.95, 0.07, 90), 'opacity=".85"'),
    blocks,
    box(0, h * 0.93, w, h * 0.07, oklch(evening ? 0.3 : 0.5, 0.07, 145)),
  ];
};

/** One range of hills, `high` from the top as a share of the height. */
export function hills(w: number, h: number, high: number, random: Random): string {
  const y = () => h * (high + (random.next() - 0.5) * 0.16);
  return `M0 ${String(h)}V${String(y())}C${String(w * 0.2)} ${String(y())} ${String(w * 0.3)} ${String(y())} ${String(w * 0.5)} ${String(y())}S${String(w * 0.8)} ${String(y())} ${String(w)} ${String(y())}V${String(h)}z`;
}

export const landscape: Art = (w, h, random, sheet) => {
  const hue = random.pick([150, 165, 130, 60]);
  return [
    box(0, 0, w, h, sheet.gradient(oklch(0.78, 0.09, random.pick([235, 30, 55])), oklch(0.95, 0.05, 80))),
    disc(w * (0.2 + random.next() * 0.6), h * 0.3, Math.min(w, h) * 0.1, oklch(0.97, 0.08, 95)),
    shape(hills(w, h, 0.5, random), oklch(0.7, 0.06, hue + 40)),
    shape(hills(w, h, 0.65, random), oklch(0.57, 0.09, hue)),
    shape(hills(w, h, 0.82, random), oklch(0.42, 0.08, hue)),
  ];
};

export const field: Art = (w, h, random, sheet) => {
  const rows = Array.from({ length: 11 }, (_, index) => {
    const from = w * (index / 10);
    const far = w / 2 + (from - w / 2) * 0.25;
    return stroke(
      `M${String(far)} ${String(h * 0.5)}L${String(w / 2 + (from - w / 2) * 2.4)} ${String(h)}`,
      oklch(0.58, 0.14, random.int(125, 145)),
      w * 0.035,
    );
  });
  return [
    box(0, 0, w, h, sheet.gradient(oklch(0.8, 0.08, 235), oklch(0.96, 0.04, 85))),
    disc(w * (0.25 + random.next() * 0.5), h * 0.26, Math.min(w, h) * 0.1, oklch(0.95, 0.1, 90)),
    shape(hills(w, h, 0.45, random), oklch(0.6, 0.09, 150)),
    box(0, h * 0.5, w, h * 0.5, oklch(0.4, 0.07, 60)),
    rows,
  ];
};

export const stage: Art = (w, h, random, sheet) => {
  const hue = random.int(0, 359);
  const beam = (x: number, lean: number) =>
    shape(
      `M${String(x)} 0L${String(x + lean - w * 0.12)} ${String(h)}h${String(w * 0.24)}z`,
      oklch(0.85, 0.14, hue + random.int(-60, 60)),
      'opacity=".28"',
    );
  return [
    box(0, 0, w, h, sheet.gradient(oklch(0.24, 0.1, hue), oklch(0.45, 0.17, hue + 50))),
    [0.2, 0.5, 0.8].map((x) => beam(w * x, (random.next() - 0.5) * w * 0.5)),
    Array.from({ length: Math.ceil(w / (h * 0.11)) + 1 }, (_, index) =>
      disc(index * h * 0.11, h * (0.97 + random.next() * 0.06), h * 0.09, oklch(0.14, 0.03, hue)),
    ),
  ];
};
