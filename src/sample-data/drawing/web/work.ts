import { iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { arc, box, curve, disc, faded, stroke } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { grouped, months, naira } from '../words.ts';
import { page, panel, sidebar, tile, titleBar } from './parts.ts';
import { tableRow } from './table.ts';

const left = 252;

const wide = 996;

/** Figures, a year as a line, and the latest rows. */
export const dashboard: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const money = theme.amounts !== null;
  const names = money
    ? ['Volume', 'Payments', 'Customers', 'Success']
    : ['Requests', 'Delivered', 'Senders', 'Success'];
  const values = [
    money ? naira(random.int(2_100, 48_000) * 1_000) : grouped(random.int(81_000, 990_000)),
    grouped(random.int(900, 18_000)),
    grouped(random.int(300, 6_400)),
    `${(95 + random.int(0, 48) / 10).toFixed(1)}%`,
  ];
  const points = months.map(
    (_, index) => [left + 60 + index * 47, 428 - index * 7 - random.int(0, 70)] as const,
  );
  const before = months.map(
    (_, index) => [left + 60 + index * 47, 444 - index * 3 - random.int(0, 44)] as const,
  );
  const line = curve(points);
  return [
    page(scene),
    sidebar(scene, 0),
    titleBar(scene, theme.menu[0] ?? 'Overview'),
    names.map((name, index) =>
      tile(
        scene,
        { x: left + index * 252, y: 134, w: 240, h: 110 },
        name,
        values[index] ?? '',
        theme.icons[index] ?? 'bars',
      ),
    ),
    panel(scene, { x: left, y: 260, w: 640, h: 232 }, 'This year'),
    [0, 1, 2].map((step) => box(left + 60, 330 + step * 50, 540, 1, palette.line)),
    faded(
      0.16,
      `<path d="${line}V456H${String(left + 60)}z" fill="${sheet.gradient(palette.brand, palette.card)}"/>`,
    ),
    stroke(curve(before), palette.line, 3),
    stroke(line, palette.brand, 3),
    months.map((month, index) =>
      label(left + 60 + index * 47, 478, month, { size: 11.5, fill: palette.muted, anchor: 'middle' }),
    ),
    panel(scene, { x: left + 656, y: 260, w: 340, h: 232 }, 'By kind'),
    [0.5, 0.3, 0.2].map((share, index) => {
      const from = [0, 0.5, 0.8][index] ?? 0;
      const colour = [palette.brand, palette.accent, palette.brandLight][index] ?? palette.brand;
      return [
        stroke(
          arc(left + 758, 390, 54, from + 0.012, from + share - 0.012),
          colour,
          22,
          'style="stroke-linecap:butt"',
        ),
        disc(left + 862, 352 + index * 38, 5, colour),
        label(left + 876, 357 + index * 38, ['First', 'Second', 'Other'][index] ?? '', {
          size: 13.5,
          fill: palette.ink,
        }),
        label(left + 968, 357 + index * 38, `${String(Math.round(share * 100))}%`, {
          size: 13.5,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
      ];
    }),
    panel(scene, { x: left, y: 508, w: wide, h: 276 }, theme.title),
    [0, 1, 2, 3].map((index) => tableRow(scene, left, 560 + index * 55, wide, index)),
  ];
};

/** Heads of a table's columns and where they stand, as in `tableRow`. */
const columns = [
  ['Name', 24],
  ['Who', 0.36 * wide],
  ['What', 0.53 * wide],
  ['State', 0.73 * wide],
] as const;

/** Many rows, with filters. */
export const records: Screen = (scene) => {
  const { palette, theme } = scene;
  return [
    page(scene),
    sidebar(scene, 1),
    titleBar(scene, theme.title),
    ['All', 'New', 'Done', 'Review'].map((word, index) => [
      box(
        left + index * 88,
        134,
        78,
        36,
        index === 0 ? palette.brand : palette.card,
        18,
        index === 0 ? '' : `stroke="${palette.line}"`,
      ),
      label(left + 39 + index * 88, 157, word, {
        size: 13.5,
        face: 'medium',
        fill: index === 0 ? palette.onBrand : palette.ink,
        anchor: 'middle',
      }),
    ]),
    iconAt('filter', 1230, 152, 20, palette.muted, 2),
    label(1206, 157, 'Filter', { size: 13.5, face: 'medium', fill: palette.muted, anchor: 'end' }),
    panel(scene, { x: left, y: 186, w: wide, h: 598 }),
    columns.map(([word, at]) =>
      label(left + at, 218, word, {
        size: 12.5,
        face: 'medium',
        fill: palette.muted,
      }),
    ),
    label(left + wide - 24, 218, theme.amounts ? 'Amount' : 'Time', {
      size: 12.5,
      face: 'medium',
      fill: palette.muted,
      anchor: 'end',
    }),
    Array.from({ length: 10 }, (_, index) => tableRow(scene, left, 232 + index * 55, wide, index)),
  ];
};
