// What pages in a browser on a desktop have in common. A page is 1280 by 800, the browser's own bar included.
import { initial } from '../../../lib/shared/page/placeholder.ts';
import { art, type Frame } from '../art/index.ts';
import { icon, iconAt, type IconName } from '../icons.ts';
import type { Scene } from '../scene.ts';
import { box, card, disc, type Markup } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, widthOf } from '../../../lib/server/platform/drawing/type.ts';

export const webSize = [1280, 800] as const;
/** Height of the browser's bar. */
export const chrome = 46;
export const sidebarWidth = 220;

/** The small square with the app's letter. */
export function badge({ palette, subject, sheet }: Scene, x: number, y: number, size: number): Markup {
  return [
    box(x, y, size, size, sheet.gradient(palette.brandLight, palette.brandDeep, 60), size * 0.28),
    label(x + size / 2, y + size * 0.7, initial(subject.name), {
      size: size * 0.58,
      face: 'display',
      fill: palette.onBrand,
      anchor: 'middle',
    }),
  ];
}

/** The page's background with the browser's bar over it. */
export function page(scene: Scene, fill = scene.palette.paper): Markup {
  const { palette, subject } = scene;
  const [bar, tab] = palette.dark ? ['#17191c', '#2a2d31'] : ['#dfe1e5', '#ffffff'];
  return [
    box(0, 0, ...webSize, fill),
    box(0, 0, 1280, chrome, bar),
    ['#f0615a', '#f4bd4f', '#5dc466'].map((colour, index) => disc(24 + index * 20, 23, 6, colour)),
    box(100, 8, 230, 38, tab, 10),
    box(100, 30, 230, 16, tab),
    badge(scene, 114, 18, 17),
    label(140, 31, subject.name, { size: 12.5, face: 'medium', fill: palette.ink, max: 150 }),
    icon('close', 302, 20, 14, palette.muted),
    box(352, 11, 760, 25, tab, 12.5, 'opacity=".75"'),
    icon('lock', 362, 16.5, 14, palette.muted),
    icon('plus', 1222, 15, 18, palette.muted),
    icon('more', 1248, 15, 18, palette.muted),
  ];
}

/** Menu at the left, for what one uses after logging in. `active` counts from 0. */
export function sidebar(scene: Scene, active: number): Markup {
  const { palette, random, sheet, subject, theme } = scene;
  const bold = random.chance(0.45);
  const fill = bold ? palette.brandDeep : palette.card;
  const ink = bold ? '#ffffff' : palette.ink;
  return [
    box(0, chrome, sidebarWidth, 754, fill),
    bold ? '' : box(sidebarWidth - 1, chrome, 1, 754, palette.line),
    badge(scene, 22, 68, 34),
    label(66, 91, subject.name, { size: 17, face: 'bold', fill: ink, max: 140 }),
    theme.menu.map((word, index) => {
      const y = 132 + index * 44;
      const on = index === active;
      const colour = on ? (bold ? '#ffffff' : palette.brand) : ink;
      return [
        on
          ? box(
              12,
              y,
              sidebarWidth - 24,
              38,
              bold ? '#ffffff' : palette.tint,
              10,
              bold ? 'opacity=".16"' : '',
            )
          : '',
        iconAt(theme.icons[index % theme.icons.length] ?? 'home', 36, y + 19, 19, colour),
        label(58, y + 24, word, {
          size: 14,
          face: on ? 'bold' : 'medium',
          fill: colour,
          opacity: on ? 1 : 0.78,
          max: 140,
        }),
      ];
    }),
    art('person', { x: 22, y: 742, w: 36, h: 36, r: 18 }, random, sheet),
    label(68, 757, 'Your account', { size: 13, face: 'medium', fill: ink }),
    label(68, 774, 'Owner', { size: 11.5, fill: ink, opacity: 0.65 }),
  ];
}

/** Title of a page beside the menu, with a search and the main action. */
export function titleBar(scene: Scene, title: string): Markup {
  const { palette, theme } = scene;
  const w = widthOf(theme.action, 14, 'bold') + 60;
  return [
    label(252, 98, title, { size: 25, face: 'bold', fill: palette.ink, max: 420 }),
    card(1248 - w - 272, 70, 256, 42, palette.card, palette.line, 12),
    icon('search', 1248 - w - 258, 82, 18, palette.muted),
    label(1248 - w - 232, 96, 'Search', { size: 14, fill: palette.muted }),
    box(1248 - w, 70, w, 42, palette.brand, 12),
    iconAt('plus', 1248 - w + 22, 91, 17, palette.onBrand, 2.6),
    label(1248 - w + 38, 96, theme.action, { size: 14, face: 'bold', fill: palette.onBrand }),
  ];
}

/** Bar at the top, for what everybody sees. */
export function topBar(scene: Scene, fill = scene.palette.card): Markup {
  const { palette, subject, theme } = scene;
  let x = 120 + widthOf(subject.name, 20, 'bold') + 40;
  return [
    box(0, chrome, 1280, 68, fill),
    box(0, chrome + 67, 1280, 1, palette.line),
    badge(scene, 64, 63, 36),
    label(112, 88, subject.name, { size: 20, face: 'bold', fill: palette.ink }),
    theme.menu.slice(0, 5).map((word) => {
      const left = x;
      x += widthOf(word, 14.5, 'medium') + 30;
      return label(left, 86, word, { size: 14.5, face: 'medium', fill: palette.ink, opacity: 0.8 });
    }),
    label(1064, 86, 'Log in', { size: 14.5, face: 'medium', fill: palette.ink, anchor: 'end' }),
    pill(scene, 1088, 60, 'Sign up', 128),
  ];
}

export function pill({ palette }: Scene, x: number, y: number, text: string, w: number, h = 40): Markup {
  return [
    box(x, y, w, h, palette.brand, h * 0.3),
    label(x + w / 2, y + h / 2 + 5, text, {
      size: 14.5,
      face: 'bold',
      fill: palette.onBrand,
      anchor: 'middle',
    }),
  ];
}

/** A state as a coloured word on its own light ground. */
export function status(x: number, y: number, text: string, colour: string): Markup {
  const w = widthOf(text, 12, 'medium') + 22;
  return [
    box(x, y, w, 24, colour, 12, 'opacity=".15"'),
    label(x + 11, y + 16.5, text, { size: 12, face: 'medium', fill: colour }),
  ];
}

export function panel({ palette }: Scene, { x, y, w, h, r = 16 }: Frame, title = ''): Markup {
  return [
    card(x, y, w, h, palette.card, palette.line, r),
    title ? label(x + 24, y + 36, title, { size: 15.5, face: 'bold', fill: palette.ink, max: w - 48 }) : '',
  ];
}

/** A figure with its name, and under it `note` or its change. */
export function tile(
  scene: Scene,
  { x, y, w, h }: Frame,
  name: string,
  value: string,
  symbol: IconName,
  note?: string,
): Markup {
  const { palette, random } = scene;
  const down = note === undefined && random.chance(0.25);
  return [
    panel(scene, { x, y, w, h }),
    label(x + 20, y + 32, name, { size: 13, fill: palette.muted, max: w - 80 }),
    label(x + 20, y + 66, value, { size: 23, face: 'bold', fill: palette.ink, max: w - 36 }),
    label(x + 20, y + 91, note ?? `${down ? '-' : '+'}${(random.int(3, 240) / 10).toFixed(1)}% in a month`, {
      size: 12,
      face: 'medium',
      fill: down ? palette.bad : palette.good,
    }),
    box(x + w - 52, y + 16, 34, 34, palette.tint, 10),
    iconAt(symbol, x + w - 35, y + 33, 18, palette.brand, 2),
  ];
}
