import { art } from '../art/index.ts';
import { iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph } from '../../../lib/server/platform/drawing/type.ts';
import { people } from '../words.ts';
import { page, panel, pill, status, topBar } from './parts.ts';

/** What people talk about. */
export const forum: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const first = random.int(0, 3);
  return [
    page(scene),
    topBar(scene),
    label(64, 170, theme.title, { size: 27, face: 'bold', fill: palette.ink }),
    pill(scene, 716, 138, theme.action, 140, 44),
    panel(scene, { x: 64, y: 200, w: 792, h: 584 }),
    Array.from({ length: 7 }, (_, index) => {
      const y = 206 + index * 82;
      const [title, note] = theme.items[(index + first) % theme.items.length] ?? ['', ''];
      return [
        index > 0 ? box(88, y, 744, 1, palette.line) : '',
        art('person', { x: 88, y: y + 18, w: 46, h: 46, r: 23 }, random, sheet),
        label(152, y + 38, title, { size: 16, face: 'bold', fill: palette.ink, max: 520 }),
        label(152, y + 61, `${random.pick(people)} in ${note}, ${String(random.int(2, 58))} minutes ago`, {
          size: 13,
          fill: palette.muted,
          max: 520,
        }),
        iconAt('chat', 734, y + 41, 20, palette.muted),
        label(752, y + 46, String(random.int(4, 480)), { size: 14, face: 'medium', fill: palette.ink }),
        iconAt('up', 800, y + 41, 18, palette.brand, 2.2),
      ];
    }),
    panel(scene, { x: 880, y: 200, w: 336, h: 270 }, 'Sections'),
    theme.menu.slice(1, 7).map((word, index) => {
      const [x, y] = [904 + (index % 2) * 148, 256 + Math.floor(index / 2) * 66];
      return [
        box(x, y, 138, 54, palette.tint, 14),
        label(x + 69, y + 32, word, {
          size: 14.5,
          face: 'medium',
          fill: palette.brand,
          anchor: 'middle',
          max: 124,
        }),
      ];
    }),
    panel(scene, { x: 880, y: 486, w: 336, h: 298 }, 'Here now'),
    Array.from({ length: 4 }, (_, index) => [
      art('person', { x: 904, y: 540 + index * 58, w: 42, h: 42, r: 21 }, random, sheet),
      label(960, 566 + index * 58, random.pick(people), { size: 15, face: 'medium', fill: palette.ink }),
      status(1130, 549 + index * 58, 'Online', palette.good),
    ]),
  ];
};

/** News and analysis. */
export const articles: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const headlines = random.some(
    [
      'What the new budget means for a market trader',
      'How small towns are getting power of their own',
      'Food prices, explained in four charts',
      'The road that cut a two-hour trip to forty minutes',
      'Where the graduates of last year found work',
      'Why more farms are growing soya',
      'A day with the people who keep the ports open',
    ],
    6,
  );
  return [
    page(scene),
    topBar(scene),
    art('building', { x: 64, y: 140, w: 700, h: 360, r: 20 }, random, sheet),
    box(64, 320, 700, 180, sheet.gradient('#00000000', '#000000d0'), 20),
    status(92, 396, theme.menu[0] ?? 'News', '#ffffff'),
    paragraph(92, 450, headlines[0] ?? '', {
      size: 28,
      face: 'bold',
      fill: '#fff',
      max: 620,
      lines: 2,
      leading: 1.2,
    }),
    headlines.slice(1, 4).map((title, index) => {
      const y = 140 + index * 122;
      return [
        panel(scene, { x: 788, y, w: 428, h: 110 }),
        art(
          (['landscape', 'field', 'building'] as const)[index] ?? 'field',
          { x: 800, y: y + 12, w: 108, h: 86, r: 12 },
          random,
          sheet,
        ),
        paragraph(926, y + 38, title, {
          size: 16,
          face: 'bold',
          fill: palette.ink,
          max: 272,
          lines: 2,
          leading: 1.35,
        }),
        label(926, y + 90, `${String(random.int(3, 9))} min, ${random.pick(people)}`, {
          size: 13,
          fill: palette.muted,
        }),
      ];
    }),
    label(64, 548, 'In figures', { size: 21, face: 'bold', fill: palette.ink }),
    [0, 1, 2, 3].map((index) => {
      const x = 64 + index * 293;
      return [
        panel(scene, { x, y: 568, w: 273, h: 206 }),
        label(x + 22, 604, ['Food prices', 'Transport', 'Rent', 'Power'][index] ?? '', {
          size: 14,
          fill: palette.muted,
          max: 220,
        }),
        label(x + 22, 644, `${String(random.int(3, 38))}.${String(random.int(0, 9))}%`, {
          size: 29,
          face: 'bold',
          fill: palette.ink,
        }),
        Array.from({ length: 9 }, (_, bar) => {
          const height = 20 + random.int(0, 62);
          return box(
            x + 22 + bar * 26,
            752 - height,
            16,
            height,
            bar === 8 ? palette.brand : palette.tint,
            5,
          );
        }),
      ];
    }),
  ];
};
