import { icon, iconAt, type IconName } from '../icons.ts';
import type { Scene, Screen } from '../scene.ts';
import { box, card, curve, disc, faded, stroke } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { naira, people } from '../words.ts';
import {
  amount,
  button,
  chips,
  face,
  greeting,
  ground,
  header,
  heading,
  homeBar,
  inner,
  margin,
  rows,
  tabs,
} from './parts.ts';

export function balance({ random }: Scene): number {
  return random.int(18, 940) * 1_000 + random.int(0, 99) * 10;
}

/** Balance, four things to do, what happened lately. */
export const wallet: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const actions: [IconName, string][] = [
    ['plus', 'Add'],
    ['send', 'Send'],
    ['swap', random.chance(0.5) ? 'Convert' : 'Request'],
    ['more', 'More'],
  ];
  const paint = sheet.gradient(palette.brand, palette.brandDeep, 35);
  return [
    ground(scene),
    greeting(scene, random.pick(people).split(' ')[0] ?? '', 'Good day'),
    sheet.clipped(box(margin, 112, inner, 168, '#000', 22), [
      box(margin, 112, inner, 168, paint),
      faded(0.13, [disc(310, 130, 90, '#fff'), disc(250, 290, 70, '#fff')]),
    ]),
    label(40, 146, 'Available balance', { size: 13, fill: palette.onBrand, opacity: 0.8 }),
    label(40, 186, naira(balance(scene)), { size: 33, face: 'bold', fill: palette.onBrand }),
    label(40, 256, '**** 2048', { size: 14, face: 'medium', fill: palette.onBrand, opacity: 0.85 }),
    iconAt('card', 312, 250, 26, palette.onBrand),
    actions.map(([name, word], index) => {
      const x = margin + 32 + index * 85.3;
      return [
        box(x - 27, 300, 54, 54, palette.tint, 18),
        iconAt(name, x, 327, 24, palette.brand, 2.1),
        label(x, 374, word, { size: 12, face: 'medium', fill: palette.ink, anchor: 'middle' }),
      ];
    }),
    heading(scene, 416, theme.title),
    rows(scene, 434, 5),
    tabs(scene, 0),
  ];
};

/** A value over time and what it is made of. */
export const invest: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  let level = random.int(60, 90);
  const points = Array.from({ length: 13 }, (_, index) => {
    level = Math.min(Math.max(level - random.int(-14, 19), 12), 120);
    return [index * 30, 200 + level] as const;
  });
  const line = curve(points);
  const gain = (random.int(8, 240) / 10).toFixed(1);
  return [
    ground(scene),
    label(margin, 82, theme.title, { size: 22, face: 'bold', fill: palette.ink }),
    iconAt('search', 328, 74, 24, palette.ink),
    label(margin, 130, naira(balance(scene) * 3), { size: 32, face: 'bold', fill: palette.ink }),
    box(margin, 144, 84, 25, palette.tint, 12),
    label(margin + 42, 161, `+${gain}%`, { size: 13, face: 'bold', fill: palette.good, anchor: 'middle' }),
    label(114, 161, 'in the last year', { size: 13, fill: palette.muted }),
    faded(0.18, `<path d="${line}V352H0z" fill="${sheet.gradient(palette.brand, palette.paper)}"/>`),
    stroke(line, palette.brand, 3),
    disc(330, points[11]?.[1] ?? 200, 7, palette.brand, `stroke="${palette.paper}" stroke-width="3"`),
    ['1D', '1W', '1M', '1Y', 'All'].map((word, index) => {
      const x = margin + 32 + index * 64;
      return [
        index === 3 ? box(x - 26, 364, 52, 30, palette.brand, 15) : '',
        label(x, 384, word, {
          size: 13,
          face: 'medium',
          fill: index === 3 ? palette.onBrand : palette.muted,
          anchor: 'middle',
        }),
      ];
    }),
    heading(scene, 430, 'Holdings'),
    rows(scene, 446, 4),
    tabs(scene, 1),
  ];
};

/** An amount being typed. */
export const amountEntry: Screen = (scene) => {
  const { palette, random, theme } = scene;
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', ''];
  const value = amount(scene);
  return [
    ground(scene),
    header(scene, theme.action, 'clock'),
    card(margin, 104, inner, 66, palette.card, palette.line, 18),
    face(scene, { x: 34, y: 116, w: 42, h: 42, r: 21 }),
    label(88, 134, random.pick(people), { size: 15, face: 'bold', fill: palette.ink }),
    label(88, 153, 'Savings account', { size: 12, fill: palette.muted }),
    icon('next', 308, 126, 20, palette.muted, 2),
    label(180, 248, naira(value), { size: 46, face: 'bold', fill: palette.ink, anchor: 'middle' }),
    label(180, 276, `Fee ${naira(random.pick([0, 10, 25]))}`, {
      size: 13,
      fill: palette.muted,
      anchor: 'middle',
    }),
    chips(scene, 304, ['₦5,000', '₦10,000', '₦20,000', '₦50,000']),
    keys.map((key, index) => {
      const [x, y] = [76 + (index % 3) * 104, 396 + Math.floor(index / 3) * 70];
      return key
        ? label(x, y + 9, key, { size: 27, face: 'medium', fill: palette.ink, anchor: 'middle' })
        : iconAt('back', x, y, 27, palette.ink, 2.2);
    }),
    button(scene, 684, 'Continue'),
    homeBar(scene),
  ];
};
