// What screens on a phone have in common. A screen is 360 by 780.
import { art, type Frame } from '../art/index.ts';
import { icon, iconAt, type IconName } from '../icons.ts';
import type { Scene } from '../scene.ts';
import { box, card, disc, type Markup, shape, stroke } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, widthOf } from '../../../lib/server/platform/drawing/type.ts';
import { naira } from '../words.ts';

export const phoneSize = [360, 780] as const;
export const margin = 20;
export const inner = phoneSize[0] - 2 * margin;

/** Background and the line with the time; `ink` has to be readable on the upper edge of `fill`. */
export function ground(scene: Scene, fill = scene.palette.paper, ink = scene.palette.ink): Markup {
  return [box(0, 0, ...phoneSize, fill), statusBar(scene, ink)];
}

/** The line with the time, the signal and the battery. */
export function statusBar({ random }: Scene, ink: string): Markup {
  const time = `${String(random.int(7, 21)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;
  const charge = random.int(6, 17);
  return [
    label(26, 29, time, { size: 14, face: 'bold', fill: ink }),
    [0, 1, 2, 3].map((step) => box(274 + step * 5, 25 - step * 2.5, 3.4, 4 + step * 2.5, ink, 1)),
    stroke('M299 21q7.500-6 15 0M302.500 24.500q4-3 8 0', ink, 1.9),
    box(320, 18.5, 20, 11, 'none', 3.5, `stroke="${ink}" stroke-opacity=".5"`),
    box(321.5, 20, charge, 8, ink, 2),
    shape('M341 22v4q2.500-2 0-4', ink),
  ];
}

/** Title with a way back and one action. */
export function header(
  { palette }: Scene,
  title: string,
  action: IconName = 'more',
  ink = palette.ink,
): Markup {
  return [
    icon('back', 14, 58, 24, ink, 2.2),
    label(180, 76, title, { size: 17, face: 'bold', fill: ink, anchor: 'middle', max: 230 }),
    icon(action, 320, 58, 24, ink, 2.2),
  ];
}

/** Greeting with a picture, for an app's first screen. */
export function greeting(scene: Scene, title: string, note: string, ink = scene.palette.ink): Markup {
  const { palette, random } = scene;
  return [
    face(scene, { x: margin, y: 52, w: 42, h: 42, r: 21 }),
    label(74, 69, note, { size: 12, fill: ink, opacity: 0.7 }),
    label(74, 88, title, { size: 17, face: 'bold', fill: ink, max: 190 }),
    iconAt('bell', 328, 73, 24, ink),
    random.chance(0.6) ? disc(334, 65, 4.5, palette.bad) : '',
  ];
}

export function face({ random, sheet }: Scene, frame: Frame): Markup {
  return art('person', frame, random, sheet);
}

/** The bar at the bottom; `active` counts from 0. */
export function tabs({ palette, theme }: Scene, active = 0): Markup {
  const names: IconName[] = ['home', theme.icons[1] ?? 'chart', theme.icons[3] ?? 'card', 'user'];
  const words = ['Home', theme.menu[1] ?? 'Browse', theme.menu[2] ?? 'More', 'Me'];
  return [
    box(0, 702, 360, 78, palette.card),
    box(0, 702, 360, 1, palette.line),
    names.map((name, index) => {
      const colour = index === active ? palette.brand : palette.muted;
      const x = 45 + index * 90;
      return [
        iconAt(name, x, 725, 23, colour, index === active ? 2.3 : 1.8),
        label(x, 750, words[index] ?? '', {
          size: 10.5,
          face: 'medium',
          fill: colour,
          anchor: 'middle',
          max: 80,
        }),
      ];
    }),
    box(115, 767, 130, 4.5, palette.ink, 2.5),
  ];
}

export function homeBar({ palette }: Scene, ink = palette.ink): string {
  return box(115, 767, 130, 4.5, ink, 2.5);
}

export function heading({ palette }: Scene, y: number, title: string, more = 'See all'): Markup {
  return [
    label(margin, y, title, { size: 16, face: 'bold', fill: palette.ink, max: 240 }),
    label(340, y, more, { size: 13, face: 'medium', fill: palette.brand, anchor: 'end' }),
  ];
}

export function button({ palette }: Scene, y: number, text: string, x = margin, w = inner): Markup {
  return [
    box(x, y, w, 50, palette.brand, 15),
    label(x + w / 2, y + 31, text, { size: 16, face: 'bold', fill: palette.onBrand, anchor: 'middle' }),
  ];
}

/** A line of choices, the first of them chosen; those that do not fit are cut off by the screen's edge. */
export function chips({ palette }: Scene, y: number, words: readonly string[]): Markup {
  let x = margin;
  return words.map((word, index) => {
    const w = widthOf(word, 13, 'medium') + 28;
    const left = x;
    x += w + 8;
    const chosen = index === 0;
    return [
      box(
        left,
        y,
        w,
        34,
        chosen ? palette.brand : palette.card,
        17,
        chosen ? '' : `stroke="${palette.line}"`,
      ),
      label(left + 14, y + 21.5, word, {
        size: 13,
        face: 'medium',
        fill: chosen ? palette.onBrand : palette.ink,
      }),
    ];
  });
}

export function searchBox({ palette }: Scene, y: number, text: string): Markup {
  return [
    card(margin, y, inner, 44, palette.card, palette.line, 14),
    icon('search', 33, y + 12, 20, palette.muted),
    label(62, y + 28, text, { size: 14, fill: palette.muted, max: 200 }),
    icon('filter', 306, y + 12, 20, palette.brand),
  ];
}

/** An amount within what the theme's rows show, rounded as prices are. */
export function amount({ theme, random }: Scene): number {
  const [low, high] = theme.amounts ?? [500, 20_000];
  const raw = low + (high - low) * random.next() ** 2;
  const unit = raw > 100_000 ? 1_000 : raw > 10_000 ? 500 : 50;
  return Math.max(Math.round(raw / unit) * unit, unit);
}

/** One row of a list, 62 high: symbol, title, note, and an amount where the theme has them. */
export function row(scene: Scene, y: number, index: number): Markup {
  const { palette, theme, random } = scene;
  const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
  const income = theme.signed === true && /salary|from|paid|invoice/i.test(title);
  const sign = theme.signed ? (income ? '+' : '-') : '';
  const value = theme.amounts ? `${sign}${naira(amount(scene))}` : `${String(random.int(2, 95))}%`;
  return [
    box(margin, y, 44, 44, palette.tint, 14),
    iconAt(theme.icons[index % theme.icons.length] ?? 'star', margin + 22, y + 22, 22, palette.brand),
    label(78, y + 19, title, { size: 14.5, face: 'medium', fill: palette.ink, max: 160 }),
    label(78, y + 37, note, { size: 12, fill: palette.muted, max: 160 }),
    label(340, y + 26, value, {
      size: 14,
      face: 'bold',
      fill: income ? palette.good : palette.ink,
      anchor: 'end',
    }),
  ];
}

export function rows(scene: Scene, y: number, count: number, from = 0): Markup {
  return Array.from({ length: count }, (_, index) => row(scene, y + index * 62, from + index));
}

/** How much of something is there; `share` from 0 to 1. */
export function progress(
  { palette }: Scene,
  x: number,
  y: number,
  w: number,
  share: number,
  colour = palette.brand,
): Markup {
  return [box(x, y, w, 8, palette.line, 4), box(x, y, Math.max(w * share, 8), 8, colour, 4)];
}
