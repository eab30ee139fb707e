import { iconAt, type IconName } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { arc, box, card, disc, stroke } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { months, naira, savingGoals } from '../words.ts';
import { balance } from './money.ts';
import { chips, ground, header, heading, inner, margin, progress, row, tabs } from './parts.ts';

const goalIcons: readonly IconName[] = ['home', 'shield', 'plane', 'cap', 'gift', 'heart'];

/** Things that money is put aside for. */
export const goals: Screen = (scene) => {
  const { palette, random } = scene;
  const colours = [palette.brand, palette.accent, palette.brandLight, palette.good];
  const total = 0.35 + random.next() * 0.5;
  const first = random.int(0, 5);
  return [
    ground(scene),
    label(margin, 84, 'Savings', {
      size: 24,
      face: 'bold',
      fill: palette.ink,
    }),
    iconAt('plus', 326, 76, 26, palette.brand, 2.4),
    card(margin, 106, inner, 132, palette.card, palette.line, 20),
    stroke(arc(88, 172, 42, 0, 0.9999), palette.line, 11),
    stroke(arc(88, 172, 42, 0, total), palette.brand, 11),
    label(88, 178, `${String(Math.round(total * 100))}%`, {
      size: 17,
      face: 'bold',
      fill: palette.ink,
      anchor: 'middle',
    }),
    label(150, 156, 'Saved so far', { size: 13, fill: palette.muted }),
    label(150, 184, naira(balance(scene)), { size: 24, face: 'bold', fill: palette.ink, max: 180 }),
    label(150, 208, `of ${naira(balance(scene) + 900_000)}`, { size: 13, fill: palette.muted }),
    [0, 1, 2, 3].map((index) => {
      const y = 254 + index * 106;
      const [title, note] = savingGoals[(index + first) % savingGoals.length] ?? ['', ''];
      const share = 0.12 + random.next() * 0.84;
      const colour = colours[index] ?? palette.brand;
      return [
        card(margin, y, inner, 94, palette.card, palette.line, 18),
        box(36, y + 16, 38, 38, palette.tint, 12),
        iconAt(goalIcons[(index + first) % goalIcons.length] ?? 'star', 55, y + 35, 20, colour, 2),
        label(86, y + 31, title, { size: 15, face: 'bold', fill: palette.ink, max: 170 }),
        label(86, y + 49, note, { size: 12, fill: palette.muted, max: 170 }),
        label(324, y + 36, `${String(Math.round(share * 100))}%`, {
          size: 14,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
        progress(scene, 36, y + 70, inner - 32, share, colour),
      ];
    }),
    tabs(scene, 2),
  ];
};

/** Where the month's money went. */
export const spending: Screen = (scene) => {
  const { palette, random } = scene;
  const shares = [0.34, 0.26, 0.22, 0.18];
  const colours = [palette.brand, palette.accent, palette.brandLight, palette.muted];
  const words = random.some(['Food', 'Transport', 'Bills', 'Family', 'Shopping', 'Savings'], 4);
  const month = random.int(0, 6);
  let start = 0;
  return [
    ground(scene),
    header(scene, 'Spending', 'calendar'),
    chips(
      scene,
      104,
      [5, 4, 3, 2, 1, 0].map((back) => months[month + back] ?? 'Jan'),
    ),
    shares.map((share, index) => {
      const from = start;
      start += share;
      return stroke(
        arc(180, 272, 84, from + 0.012, start - 0.012),
        colours[index] ?? '',
        25,
        'style="stroke-linecap:butt"',
      );
    }),
    label(180, 266, 'Spent', { size: 13, fill: palette.muted, anchor: 'middle' }),
    label(180, 294, naira(balance(scene)), {
      size: 21,
      face: 'bold',
      fill: palette.ink,
      anchor: 'middle',
      max: 130,
    }),
    words.map((word, index) => {
      const [x, y] = [margin + (index % 2) * 164, 388 + Math.floor(index / 2) * 62];
      return [
        card(x, y, 156, 52, palette.card, palette.line, 14),
        disc(x + 20, y + 26, 6, colours[index] ?? ''),
        label(x + 36, y + 31, word, { size: 13.5, face: 'medium', fill: palette.ink, max: 70 }),
        label(x + 142, y + 31, `${String(Math.round((shares[index] ?? 0) * 100))}%`, {
          size: 13,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
      ];
    }),
    heading(scene, 540, 'Largest'),
    [0, 1].map((index) => row(scene, 558 + index * 62, index + 3)),
    tabs(scene, 1),
  ];
};
