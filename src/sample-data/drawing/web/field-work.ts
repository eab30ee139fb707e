import { iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, curve, disc, faded, stroke } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { grouped, people, places } from '../words.ts';
import { page, panel, sidebar, tile, titleBar } from './parts.ts';
import { tableRow } from './table.ts';

const left = 252;

/** One patient's record. */
export const patient: Screen = (scene) => {
  const { palette, random, sheet } = scene;
  const pulse = Array.from(
    { length: 15 },
    (_, index) => [left + 330 + index * 42, 330 + random.int(-34, 34)] as const,
  );
  return [
    page(scene),
    sidebar(scene, 1),
    titleBar(scene, 'Patient record'),
    panel(scene, { x: left, y: 134, w: 290, h: 650 }),
    `<g>${disc(left + 145, 222, 56, palette.tint)}</g>`,
    iconAt('user', left + 145, 222, 58, palette.brand, 1.6),
    label(left + 145, 310, random.pick(people), {
      size: 20,
      face: 'bold',
      fill: palette.ink,
      anchor: 'middle',
    }),
    label(left + 145, 334, `Card ${grouped(random.int(1_000, 9_999))}`, {
      size: 13.5,
      fill: palette.muted,
      anchor: 'middle',
    }),
    [
      ['Age', `${String(random.int(19, 68))} years`],
      ['Blood group', random.pick(['O+', 'A+', 'B+', 'AB+', 'O-'])],
      ['Genotype', random.pick(['AA', 'AS', 'AA'])],
      ['Weight', `${String(random.int(52, 96))} kg`],
      ['Lives in', random.pick(places)],
      ['Cover', 'Family plan'],
    ].map(([name = '', value = ''], index) => [
      box(left + 24, 366 + index * 56, 242, 1, palette.line),
      label(left + 24, 400 + index * 56, name, { size: 13.5, fill: palette.muted }),
      label(left + 266, 400 + index * 56, value, {
        size: 14,
        face: 'bold',
        fill: palette.ink,
        anchor: 'end',
      }),
    ]),
    panel(scene, { x: left + 306, y: 134, w: 690, h: 296 }, 'Heart rate, last 14 days'),
    [0, 1, 2, 3].map((step) => box(left + 330, 226 + step * 50, 640, 1, palette.line)),
    faded(
      0.15,
      `<path d="${curve(pulse)}V400H${String(left + 330)}z" fill="${sheet.gradient(palette.brand, palette.card)}"/>`,
    ),
    stroke(curve(pulse), palette.brand, 3),
    pulse.map(([x, y]) => disc(x, y, 4.5, palette.card, `stroke="${palette.brand}" stroke-width="2.5"`)),
    [0, 1, 2].map((index) =>
      tile(
        scene,
        { x: left + 306 + index * 232, y: 446, w: 226, h: 110 },
        ['Pressure', 'Temperature', 'Oxygen'][index] ?? '',
        ['118 / 76', '36.7 °C', '98%'][index] ?? '',
        (['pulse', 'bolt', 'drop'] as const)[index] ?? 'pulse',
        'As it should be',
      ),
    ),
    panel(scene, { x: left + 306, y: 572, w: 690, h: 212 }, 'Visits'),
    [0, 1, 2].map((index) => tableRow(scene, left + 306, 618 + index * 54, 690, index)),
  ];
};

/** Vehicles, parcels or projects on a map. */
export const fleet: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const land = palette.dark ? '#20303a' : '#e7efe6';
  const roads = Array.from({ length: 9 }, () => {
    const [x1, y1, x2, y2] = [random.int(0, 640), random.int(0, 680), random.int(0, 640), random.int(0, 680)];
    return stroke(
      `M${String(x1)} ${String(y1)}Q${String(random.int(0, 640))} ${String(random.int(0, 680))} ${String(x2)} ${String(y2)}`,
      palette.dark ? '#3a4a54' : '#ffffff',
      random.pick([4, 7, 10]),
    );
  });
  const pins = Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [60 + random.int(0, 520), 50 + random.int(0, 540)];
    const colour = index % 3 === 0 ? palette.accent : palette.brand;
    return [
      disc(x, y, 21, colour, 'opacity=".22"'),
      disc(x, y, 14, colour, 'stroke="#fff" stroke-width="3"'),
      iconAt(theme.icons[1] ?? 'truck', x, y, 14, '#fff', 2.4),
    ];
  });
  return [
    page(scene),
    sidebar(scene, 1),
    titleBar(scene, theme.title),
    panel(scene, { x: left, y: 134, w: 330, h: 650 }),
    Array.from({ length: 7 }, (_, index) => {
      const y = 150 + index * 90;
      const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
      const share = random.next();
      return [
        index === 1 ? box(left + 10, y - 6, 310, 84, palette.tint, 12) : '',
        label(left + 26, y + 22, title, { size: 15, face: 'bold', fill: palette.ink, max: 200 }),
        label(left + 304, y + 22, `${String(Math.round(share * 100))}%`, {
          size: 13.5,
          face: 'bold',
          fill: palette.brand,
          anchor: 'end',
        }),
        label(left + 26, y + 43, note, { size: 13, fill: palette.muted, max: 250 }),
        box(left + 26, y + 56, 278, 7, palette.line, 3.5),
        box(left + 26, y + 56, Math.max(278 * share, 8), 7, palette.brand, 3.5),
      ];
    }),
    `<g transform="translate(${String(left + 346)} 134)">`,
    sheet.clipped(box(0, 0, 650, 650, '#000', 16), [
      box(0, 0, 650, 650, palette.dark ? '#16222b' : '#bfdcec'),
      `<path d="M-20 ${String(random.int(40, 120))}Q200 ${String(random.int(0, 60))} 420 ${String(random.int(40, 90))}T690 120V520Q500 ${String(random.int(560, 640))} 300 ${String(random.int(540, 620))}T-20 500z" fill="${land}"/>`,
      roads,
      stroke('M120 470Q200 320 330 340T540 160', palette.brand, 5, 'stroke-dasharray="2 12"'),
      pins,
    ]),
    '</g>',
  ];
};
