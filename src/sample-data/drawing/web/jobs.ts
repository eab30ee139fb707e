import { art } from '../art/index.ts';
import { iconAt } from '../icons.ts';
import { amount } from '../phone/parts.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { cities, naira } from '../words.ts';
import { page, panel, pill, topBar } from './parts.ts';

/** Jobs, and one of them. */
export const jobs: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const [title, note] = theme.items[1] ?? ['', ''];
  return [
    page(scene),
    topBar(scene),
    card(64, 134, 1152, 60, palette.card, palette.line, 18),
    iconAt('search', 96, 164, 22, palette.muted, 2),
    label(122, 169, 'Title or skill', { size: 15.5, fill: palette.muted }),
    iconAt('pin', 560, 164, 22, palette.muted, 2),
    label(586, 169, random.pick(cities), { size: 15.5, fill: palette.ink }),
    pill(scene, 1072, 141, 'Search', 136, 46),
    Array.from({ length: 5 }, (_, index) => {
      const y = 212 + index * 115;
      const [name, kind] = theme.items[index % theme.items.length] ?? ['', ''];
      return [
        card(
          64,
          y,
          470,
          103,
          index === 1 ? palette.tint : palette.card,
          index === 1 ? palette.brand : palette.line,
          16,
        ),
        art('pattern', { x: 84, y: y + 22, w: 58, h: 58, r: 14 }, random, sheet),
        label(160, y + 40, name, { size: 16.5, face: 'bold', fill: palette.ink, max: 270 }),
        label(160, y + 63, `${random.pick(cities)}, ${kind.toLowerCase()}`, {
          size: 14,
          fill: palette.muted,
        }),
        label(160, y + 86, `${naira(amount(scene))} a month`, {
          size: 13.5,
          face: 'medium',
          fill: palette.brand,
        }),
        iconAt('heart', 502, y + 36, 20, palette.muted),
      ];
    }),
    panel(scene, { x: 558, y: 212, w: 658, h: 563, r: 20 }),
    art('pattern', { x: 590, y: 244, w: 76, h: 76, r: 18 }, random, sheet),
    label(686, 280, title, { size: 25, face: 'bold', fill: palette.ink }),
    label(686, 308, `${random.pick(cities)}, ${note.toLowerCase()}`, { size: 15.5, fill: palette.muted }),
    pill(scene, 1052, 256, theme.action, 132, 48),
    box(590, 344, 594, 1, palette.line),
    ['What you will do', 'What you bring'].map((heading, at) => [
      label(590, 388 + at * 196, heading, { size: 17.5, face: 'bold', fill: palette.ink }),
      [
        [
          'Keep the books of three branches',
          'Prepare the month-end report',
          'Talk to suppliers and the bank',
          'Help to choose better tools',
        ],
        [
          'Two years in a similar role',
          'Care with figures and with people',
          'Clear English, spoken and written',
          'Curiosity',
        ],
      ][at]?.map((line, index) => [
        disc(598, 412 + at * 196 + index * 34, 4, palette.brand),
        label(616, 418 + at * 196 + index * 34, line, { size: 15.5, fill: palette.ink, opacity: 0.85 }),
      ]) ?? '',
    ]),
  ];
};
