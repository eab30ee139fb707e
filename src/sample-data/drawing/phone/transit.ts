import { iconAt, type IconName } from '../icons.ts';
import type { Scene, Screen } from '../scene.ts';
import { box, card, disc, type Markup, stroke, turn } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { naira, people, places } from '../words.ts';
import { amount, button, face, ground, heading, homeBar, inner, margin, tabs } from './parts.ts';

/** Streets seen from above. */
export function streets({ palette, random }: Scene, w: number, h: number): Markup {
  const [land, street, park] = palette.dark
    ? ['#1d2529', '#323d43', '#21382f']
    : ['#eceae3', '#ffffff', '#cfe6cd'];
  const lines = Array.from({ length: 9 }, (_, index) => {
    const across = index % 2 === 0;
    const at = (across ? h : w) * ((index + 0.5) / 9 + (random.next() - 0.5) * 0.05);
    const lean = random.int(-50, 50);
    const path = across
      ? `M-20 ${String(at)}L${String(w + 20)} ${String(at + lean)}`
      : `M${String(at)} -20L${String(at + lean)} ${String(h + 20)}`;
    return stroke(path, street, random.pick([5, 8, 14]));
  });
  return [
    box(0, 0, w, h, land),
    box(w * random.next() * 0.6, h * random.next() * 0.6, w * 0.25, h * 0.16, park, 14),
    box(w * random.next() * 0.6, h * 0.7, w * 0.2, h * 0.12, park, 14),
    turn(
      random.int(-20, 20),
      w / 2,
      h / 2,
      box(-w, h * (0.2 + random.next() * 0.6), w * 3, h * 0.08, palette.dark ? '#1b3446' : '#bfdff0'),
    ),
    lines,
  ];
}

/** A rider, bus or parcel on its way. */
export const track: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const vehicle: IconName =
    theme.icons.find((name) => ['bus', 'bike', 'truck', 'car', 'drop', 'box'].includes(name)) ?? 'car';
  const steps = ['Confirmed', 'Picked up', 'On the way', 'Arrived'];
  return [
    sheet.clipped(box(0, 0, 360, 480, '#000'), streets(scene, 360, 480)),
    stroke('M70 390C90 300 150 330 168 262S250 190 286 128', palette.brand, 6),
    disc(70, 390, 11, palette.brand, 'stroke="#fff" stroke-width="4"'),
    disc(172, 252, 23, palette.brand, 'stroke="#fff" stroke-width="4"'),
    iconAt(vehicle, 172, 252, 24, palette.onBrand, 2),
    disc(286, 128, 13, palette.ink),
    disc(286, 128, 5, palette.card),
    disc(38, 70, 20, palette.card),
    iconAt('back', 37, 70, 22, palette.ink, 2.3),
    box(0, 438, 360, 342, palette.card, 28),
    box(158, 450, 44, 4, palette.line, 2),
    label(margin, 492, `Arrives in ${String(random.int(4, 26))} min`, {
      size: 22,
      face: 'bold',
      fill: palette.ink,
    }),
    label(margin, 516, `To ${random.pick(places)}`, { size: 14, fill: palette.muted }),
    steps.map((step, index) => {
      const x = 48 + index * 88;
      const done = index < 3;
      return [
        index > 0 ? box(x - 80, 549, 72, 4, done ? palette.brand : palette.line, 2) : '',
        disc(x, 551, 9, done ? palette.brand : palette.line),
        done ? iconAt('check', x, 551, 12, palette.onBrand, 3.4) : '',
        label(x, 580, step, {
          size: 11.5,
          face: 'medium',
          fill: done ? palette.ink : palette.muted,
          anchor: 'middle',
        }),
      ];
    }),
    card(margin, 604, inner, 72, palette.paper, palette.line, 18),
    face(scene, { x: 34, y: 616, w: 48, h: 48, r: 24 }),
    label(96, 636, random.pick(people), { size: 15.5, face: 'bold', fill: palette.ink }),
    label(96, 656, `4.${String(random.int(5, 9))} rating`, { size: 13, fill: palette.muted }),
    disc(270, 640, 19, palette.tint),
    iconAt('chat', 270, 640, 20, palette.brand, 2),
    disc(316, 640, 19, palette.brand),
    iconAt('phone', 316, 640, 20, palette.onBrand, 2),
    button(scene, 692, 'Share trip'),
    homeBar(scene),
  ];
};

/** Departures to choose from. */
export const trips: Screen = (scene) => {
  const { palette, random, theme } = scene;
  const ends = random.some(places, 2);
  return [
    ground(scene, palette.brand, palette.onBrand),
    box(0, 200, 360, 580, palette.paper, 26),
    label(margin, 88, 'Where to?', { size: 25, face: 'bold', fill: palette.onBrand }),
    card(margin, 112, inner, 116, palette.card, palette.line, 20),
    [0, 1].map((index) => [
      disc(44, 142 + index * 56, 6, index === 0 ? palette.brand : palette.bad),
      label(64, 147 + index * 56, ends[index] ?? '', { size: 15.5, face: 'medium', fill: palette.ink }),
    ]),
    box(43, 152, 2, 36, palette.line),
    box(64, 170, 240, 1, palette.line),
    heading(scene, 268, 'Leaving soon', 'Filter'),
    [0, 1, 2, 3].map((index) => {
      const y = 286 + index * 102;
      const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
      return [
        card(margin, y, inner, 90, palette.card, palette.line, 18),
        box(34, y + 17, 56, 56, palette.tint, 16),
        iconAt(theme.icons[0] ?? 'bus', 62, y + 45, 28, palette.brand, 2),
        label(104, y + 38, title, { size: 14.5, face: 'bold', fill: palette.ink, max: 160 }),
        label(104, y + 60, note, { size: 13, fill: palette.muted, max: 150 }),
        label(326, y + 60, naira(amount(scene)), {
          size: 15,
          face: 'bold',
          fill: palette.brand,
          anchor: 'end',
        }),
      ];
    }),
    tabs(scene, 0),
  ];
};
