import { art } from '../art/index.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc, faded, type Markup } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { naira, people, weekdays } from '../words.ts';
import { amount, chips, face, ground, header, heading, inner, margin, searchBox, tabs } from './parts.ts';

const states = ['Delivered', 'On the way', 'Preparing', 'Delivered', 'Delivered'];

/** What was ordered or sent, newest first. */
export const orders: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  return [
    ground(scene),
    label(margin, 84, theme.title === 'Near you' ? 'Orders' : theme.title, {
      size: 24,
      face: 'bold',
      fill: palette.ink,
    }),
    chips(scene, 104, ['All', 'Active', 'Done', 'Returned']),
    states.map((state, index) => {
      const y = 156 + index * 108;
      const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
      const colour = state === 'Delivered' ? palette.good : palette.brand;
      return [
        card(margin, y, inner, 96, palette.card, palette.line, 18),
        art(theme.art, { x: 32, y: y + 12, w: 72, h: 72, r: 14, subject: title }, random, sheet),
        label(118, y + 32, title, { size: 15, face: 'bold', fill: palette.ink, max: 210 }),
        label(118, y + 52, note, { size: 12.5, fill: palette.muted, max: 200 }),
        disc(123, y + 72, 4, colour),
        label(133, y + 76, state, { size: 12.5, face: 'medium', fill: colour }),
        label(326, y + 76, naira(amount(scene)), {
          size: 14,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
      ];
    }),
    tabs(scene, 2),
  ];
};

/** A seller's day in figures. */
export const shop: Screen = (scene) => {
  const { palette, random, theme } = scene;
  const heights = weekdays.map(() => 28 + random.int(0, 92));
  const best = heights.indexOf(Math.max(...heights));
  return [
    ground(scene),
    label(margin, 72, 'This week', { size: 13, fill: palette.muted }),
    label(margin, 96, 'Your shop', { size: 24, face: 'bold', fill: palette.ink }),
    face(scene, { x: 298, y: 60, w: 42, h: 42, r: 21 }),
    [0, 1].map((index) => {
      const x = margin + index * 166;
      return [
        box(x, 122, 154, 92, index === 0 ? palette.brand : palette.tint, 20),
        label(x + 18, 152, ['Sales', 'Orders'][index] ?? '', {
          size: 13,
          fill: index === 0 ? palette.onBrand : palette.muted,
        }),
        label(x + 18, 188, index === 0 ? naira(amount(scene) * 8) : String(random.int(14, 96)), {
          size: 22,
          face: 'bold',
          fill: index === 0 ? palette.onBrand : palette.ink,
          max: 122,
        }),
      ];
    }),
    card(margin, 230, inner, 196, palette.card, palette.line, 20),
    heights.map((height, index) => {
      const x = 44 + index * 41;
      return [
        box(x, 382 - height, 22, height, index === best ? palette.brand : palette.tint, 8),
        label(x + 11, 408, weekdays[index]?.charAt(0) ?? '', {
          size: 12,
          fill: palette.muted,
          anchor: 'middle',
        }),
      ];
    }),
    heading(scene, 464, 'New orders'),
    [0, 1, 2].map((index): Markup => {
      const y = 482 + index * 72;
      const [title] = theme.items[(index + 2) % theme.items.length] ?? ['', ''];
      return [
        art(theme.art, { x: margin, y, w: 56, h: 56, r: 14, subject: title }, random, scene.sheet),
        label(90, y + 24, title, { size: 15, face: 'medium', fill: palette.ink, max: 150 }),
        label(90, y + 44, random.pick(people), { size: 12.5, fill: palette.muted }),
        label(340, y + 24, naira(amount(scene)), {
          size: 14,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
        label(340, y + 44, index === 0 ? 'New' : 'Paid', {
          size: 12.5,
          face: 'medium',
          fill: index === 0 ? palette.brand : palette.good,
          anchor: 'end',
        }),
      ];
    }),
    tabs(scene, 0),
  ];
};

/** A catalogue in two columns. */
export const records: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  return [
    ground(scene),
    header(scene, theme.title, 'cart'),
    searchBox(scene, 100, 'Search'),
    [0, 1, 2, 3, 4, 5].map((index) => {
      const [x, y] = [margin + (index % 2) * 165, 160 + Math.floor(index / 2) * 222];
      const [title] = theme.items[(index + random.int(0, 2)) % theme.items.length] ?? ['', ''];
      return [
        art(theme.art, { x, y, w: 155, h: 155, r: 18, subject: title }, random, sheet),
        label(x, y + 178, title, { size: 14, face: 'medium', fill: palette.ink, max: 150 }),
        label(x, y + 199, theme.amounts ? naira(amount(scene)) : 'New', {
          size: 15,
          face: 'bold',
          fill: palette.brand,
        }),
      ];
    }),
    faded(0.96, tabs(scene, 1)),
  ];
};
