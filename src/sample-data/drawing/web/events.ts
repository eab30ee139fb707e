import { art } from '../art/index.ts';
import { iconAt } from '../icons.ts';
import { amount } from '../phone/parts.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph } from '../../../lib/server/platform/drawing/type.ts';
import { cities, naira } from '../words.ts';
import { page, panel, pill, topBar } from './parts.ts';

/** One event and its tickets. */
export const event: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const [title, note] = random.pick(theme.items);
  return [
    page(scene),
    topBar(scene),
    art(theme.art, { x: 64, y: 138, w: 1152, h: 300, r: 24 }, random, sheet),
    panel(scene, { x: 104, y: 396, w: 690, h: 388, r: 22 }),
    box(136, 428, 84, 92, palette.tint, 18),
    label(178, 460, 'NOV', { size: 15, face: 'bold', fill: palette.brand, anchor: 'middle' }),
    label(178, 502, String(random.int(1, 29)), {
      size: 34,
      face: 'bold',
      fill: palette.ink,
      anchor: 'middle',
    }),
    label(244, 466, title, { size: 30, face: 'bold', fill: palette.ink, max: 520 }),
    label(244, 500, note, { size: 16, fill: palette.muted }),
    ['clock', 'pin', 'users'].map((name, index) => [
      iconAt(name as 'clock', 150 + index * 200, 566, 22, palette.brand, 2),
      label(
        172 + index * 200,
        572,
        ['Doors at 18:00', random.pick(cities), `${String(random.int(80, 900))} going`][index] ?? '',
        { size: 15, face: 'medium', fill: palette.ink },
      ),
    ]),
    paragraph(
      136,
      628,
      'An evening to remember: good people, good sound and food from around the corner. Come early; the first hundred guests get a free drink at the door.',
      { size: 16, fill: palette.muted, max: 620, lines: 4, leading: 1.6 },
    ),
    Array.from({ length: 6 }, (_, index) =>
      art('person', { x: 136 + index * 38, y: 726, w: 44, h: 44, r: 22 }, random, sheet),
    ),
    panel(scene, { x: 820, y: 396, w: 356, h: 388, r: 22 }, 'Tickets'),
    ['Regular', 'Table for four', 'Front row'].map((name, index) => {
      const y = 452 + index * 82;
      return [
        card(
          844,
          y,
          308,
          70,
          index === 0 ? palette.tint : palette.card,
          index === 0 ? palette.brand : palette.line,
          14,
        ),
        label(864, y + 31, name, { size: 15.5, face: 'bold', fill: palette.ink }),
        label(864, y + 53, naira(amount(scene) * (index + 1)), { size: 14, fill: palette.muted }),
        disc(1126, y + 35, 14, index === 0 ? palette.brand : palette.line),
        iconAt(
          index === 0 ? 'check' : 'plus',
          1126,
          y + 35,
          16,
          index === 0 ? palette.onBrand : palette.ink,
          2.6,
        ),
      ];
    }),
    pill(scene, 844, 710, 'Get tickets', 308, 54),
  ];
};

/** Flights on a day. */
export const flights: Screen = (scene) => {
  const { palette, random } = scene;
  const [from, to] = random.some(cities, 2);
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return [
    page(scene),
    topBar(scene),
    box(0, 114, 1280, 150, palette.brandDeep),
    label(64, 172, `${from ?? ''} to ${to ?? ''}`, { size: 32, face: 'bold', fill: '#fff' }),
    label(64, 206, `${String(random.int(9, 31))} flights, one traveller`, {
      size: 16,
      fill: '#fff',
      opacity: 0.8,
    }),
    Array.from({ length: 7 }, (_, index) => {
      const x = 64 + index * 165;
      const on = index === 2;
      return [
        box(x, 232, 155, 66, on ? palette.brand : palette.card, 14, on ? '' : `stroke="${palette.line}"`),
        label(
          x + 77,
          258,
          `${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][index] ?? ''} ${String(10 + index)}`,
          { size: 14, face: 'medium', fill: on ? palette.onBrand : palette.ink, anchor: 'middle' },
        ),
        label(x + 77, 282, naira(amount(scene)), {
          size: 14.5,
          face: 'bold',
          fill: on ? palette.onBrand : palette.brand,
          anchor: 'middle',
        }),
      ];
    }),
    Array.from({ length: 4 }, (_, index) => {
      const y = 318 + index * 118;
      const leaves = 360 + index * 150 + random.int(0, 12) * 5;
      const takes = random.int(55, 95);
      return [
        panel(scene, { x: 64, y, w: 1152, h: 104 }),
        box(88, y + 26, 52, 52, palette.tint, 16),
        iconAt('plane', 114, y + 52, 28, palette.brand, 2),
        label(166, y + 48, ['Morning', 'Midday', 'Afternoon', 'Evening'][index] ?? '', {
          size: 16,
          face: 'bold',
          fill: palette.ink,
        }),
        label(166, y + 72, 'Cabin bag included', { size: 13.5, fill: palette.muted }),
        label(420, y + 60, clock(leaves), { size: 25, face: 'bold', fill: palette.ink }),
        box(512, y + 51, 200, 2, palette.line),
        disc(512, y + 52, 5, palette.brand),
        disc(712, y + 52, 5, palette.brand),
        label(612, y + 40, `${String(takes)} min`, { size: 13, fill: palette.muted, anchor: 'middle' }),
        label(734, y + 60, clock(leaves + takes), { size: 25, face: 'bold', fill: palette.ink }),
        label(1030, y + 61, naira(amount(scene)), {
          size: 23,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
        pill(scene, 1060, y + 29, 'Choose', 128, 46),
      ];
    }),
  ];
};
