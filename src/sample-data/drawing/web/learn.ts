import { art } from '../art/index.ts';
import { iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc, faded, type Markup } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph } from '../../../lib/server/platform/drawing/type.ts';
import { people } from '../words.ts';
import { page, panel, sidebar, status, titleBar } from './parts.ts';

/** Courses one has begun. */
export const courses: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  return [
    page(scene),
    sidebar(scene, 0),
    titleBar(scene, theme.title),
    sheet.clipped(box(252, 134, 996, 150, '#000', 20), [
      box(252, 134, 996, 150, sheet.gradient(palette.brand, palette.brandDeep, 20)),
      faded(0.14, [disc(1120, 140, 130, '#fff'), disc(950, 300, 90, '#fff')]),
    ]),
    label(288, 190, 'Welcome back', { size: 26, face: 'bold', fill: palette.onBrand }),
    label(288, 220, `You have learned ${String(random.int(3, 12))} days in a row.`, {
      size: 16,
      fill: palette.onBrand,
      opacity: 0.85,
    }),
    box(288, 236, 340, 10, '#fff', 5, 'opacity=".3"'),
    box(288, 236, 120 + random.int(0, 200), 10, '#fff', 5),
    iconAt('cap', 1150, 209, 84, palette.onBrand, 1.6),
    Array.from({ length: 6 }, (_, index) => {
      const [x, y] = [252 + (index % 3) * 338, 302 + Math.floor(index / 3) * 244];
      const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
      return [
        panel(scene, { x, y, w: 320, h: 230 }),
        art(theme.art, { x: x + 10, y: y + 10, w: 300, h: 106, r: 12 }, random, sheet),
        label(x + 20, y + 146, title, { size: 16, face: 'bold', fill: palette.ink, max: 280 }),
        label(x + 20, y + 168, `${note}, ${random.pick(people)}`, {
          size: 13,
          fill: palette.muted,
          max: 280,
        }),
        box(x + 20, y + 186, 280, 8, palette.line, 4),
        box(x + 20, y + 186, 280 * (0.1 + random.next() * 0.9), 8, palette.brand, 4),
        label(x + 20, y + 214, 'Continue', { size: 13.5, face: 'bold', fill: palette.brand }),
      ];
    }),
  ];
};

/** A live class. */
export const classroom: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const [title] = random.pick(theme.items);
  return [
    page(scene),
    sidebar(scene, 1),
    label(252, 98, title, { size: 25, face: 'bold', fill: palette.ink }),
    status(252 + 900, 78, 'Live', palette.bad),
    box(252, 124, 680, 430, palette.dark ? '#10141a' : '#1c2430', 20),
    label(300, 200, 'Today', { size: 34, face: 'bold', fill: '#fff' }),
    ['What it is', 'Why it works', 'Two examples', 'Your turn'].map((line, index) => [
      disc(308, 252 + index * 50, 7, palette.accent),
      label(330, 259 + index * 50, line, { size: 21, fill: '#fff', opacity: 0.9 }),
    ]),
    Array.from({ length: 6 }, (_, index) => {
      const height = 60 + index * 28 + random.int(-20, 20);
      return box(
        600 + index * 46,
        490 - height,
        30,
        height,
        index === 5 ? palette.accent : palette.brandLight,
        6,
      );
    }),
    art('person', { x: 780, y: 140, w: 136, h: 102, r: 14 }, random, sheet),
    Array.from({ length: 4 }, (_, index) =>
      art('person', { x: 252 + index * 174, y: 572, w: 158, h: 118, r: 16 }, random, sheet),
    ),
    (['mic', 'video', 'chat', 'close'] as const).map((name, index) => [
      disc(
        478 + index * 76,
        742,
        27,
        name === 'close' ? palette.bad : palette.card,
        `stroke="${palette.line}"`,
      ),
      iconAt(name, 478 + index * 76, 742, 24, name === 'close' ? '#fff' : palette.ink, 2),
    ]),
    panel(scene, { x: 956, y: 124, w: 292, h: 660 }, 'Questions'),
    [
      'Could you repeat the second step?',
      'It works for me now, thank you',
      'Is the exercise due on Friday?',
      'The recording will be there tonight',
      'Great class!',
    ].map((text, index): Markup => {
      const y = 180 + index * 104;
      return [
        art('person', { x: 976, y, w: 34, h: 34, r: 17 }, random, sheet),
        label(1020, y + 14, random.pick(people), { size: 13, face: 'bold', fill: palette.ink }),
        paragraph(1020, y + 36, text, { size: 13.5, fill: palette.muted, max: 210, lines: 2 }),
      ];
    }),
    card(976, 716, 252, 46, palette.paper, palette.line, 14),
    label(994, 745, 'Ask something', { size: 14, fill: palette.muted }),
  ];
};
