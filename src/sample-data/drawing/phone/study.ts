import { art } from '../art/index.ts';
import { icon, iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc, faded } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph } from '../../../lib/server/platform/drawing/type.ts';
import { button, chips, ground, header, homeBar, inner, margin, progress, searchBox, tabs } from './parts.ts';

const night = '#0e1116';

/** A lesson being watched, and those that follow. */
export const lesson: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const [title, note] = random.pick(theme.items);
  const share = 0.2 + random.next() * 0.6;
  return [
    ground(scene, night, '#fff'),
    art('landscape', { x: 0, y: 44, w: 360, h: 204 }, random, sheet),
    disc(180, 146, 32, '#fff', 'opacity=".94"'),
    iconAt('play', 183, 146, 30, palette.brandDeep, 2.6),
    box(0, 243, 360, 5, '#ffffff', 0, 'opacity=".4"'),
    box(0, 243, 360 * share, 5, palette.brand),
    box(0, 248, 360, 532, palette.paper),
    label(margin, 286, title, { size: 20, face: 'bold', fill: palette.ink, max: inner }),
    label(margin, 310, note, { size: 13.5, fill: palette.muted }),
    progress(scene, margin, 326, inner, share),
    chips(scene, 350, ['Lessons', 'Notes', 'Questions', 'Files']),
    ['What we will learn', 'First steps', 'A worked example', 'Try it yourself'].map((name, index) => {
      const y = 400 + index * 74;
      const done = index < 2;
      return [
        index === 2 ? box(margin, y, inner, 64, palette.tint, 16) : '',
        disc(50, y + 32, 18, done ? palette.good : palette.line),
        iconAt(done ? 'check' : 'play', 50, y + 32, 17, done ? '#fff' : palette.muted, 2.6),
        label(82, y + 28, `${String(index + 1)}. ${name}`, {
          size: 15,
          face: 'medium',
          fill: palette.ink,
          max: 200,
        }),
        label(82, y + 48, `${String(random.int(3, 14))} min`, { size: 12.5, fill: palette.muted }),
        icon('down', 308, y + 21, 20, palette.muted),
      ];
    }),
    tabs(scene, 1),
  ];
};

const questions = [
  ['What is three quarters of 48?', '12', '24', '36', '40'],
  ['Which part of a plant makes food?', 'Root', 'Leaf', 'Stem', 'Seed'],
  ['Which city lies on the Niger and the Benue?', 'Kano', 'Jos', 'Lokoja', 'Uyo'],
] as const;

/** One question, four answers. */
export const quiz: Screen = (scene) => {
  const { palette, random, sheet } = scene;
  const [question, ...answers] = random.pick(questions);
  const right = question.startsWith('Which part') ? 1 : 2;
  return [
    ground(scene),
    header(scene, 'Practice', 'heart'),
    progress(scene, margin, 108, inner, 0.3 + random.next() * 0.5),
    label(margin, 146, `Question ${String(random.int(3, 9))} of 10`, {
      size: 13.5,
      face: 'medium',
      fill: palette.muted,
    }),
    sheet.clipped(box(margin, 164, inner, 176, '#000', 24), [
      box(margin, 164, inner, 176, palette.brand),
      faded(0.13, [disc(300, 190, 70, '#fff'), disc(60, 330, 56, '#fff')]),
    ]),
    paragraph(180, 244, question, {
      size: 21,
      face: 'bold',
      fill: palette.onBrand,
      anchor: 'middle',
      max: 260,
      lines: 3,
      leading: 1.35,
    }),
    answers.map((answer, index) => {
      const y = 364 + index * 72;
      const chosen = index === right;
      return [
        box(
          margin,
          y,
          inner,
          60,
          chosen ? palette.tint : palette.card,
          18,
          `stroke="${chosen ? palette.good : palette.line}" stroke-width="${chosen ? '2.5' : '1'}"`,
        ),
        disc(52, y + 30, 16, chosen ? palette.good : palette.line),
        chosen
          ? iconAt('check', 52, y + 30, 17, '#fff', 3)
          : label(52, y + 35, 'ABCD'.charAt(index), {
              size: 14,
              face: 'bold',
              fill: palette.muted,
              anchor: 'middle',
            }),
        label(84, y + 36, answer, { size: 16.5, face: 'medium', fill: palette.ink }),
      ];
    }),
    button(scene, 682, 'Next question'),
    homeBar(scene),
  ];
};

/** Courses or lists with how far one is. */
export const courses: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  return [
    ground(scene),
    label(margin, 84, theme.title, { size: 24, face: 'bold', fill: palette.ink, max: 280 }),
    searchBox(scene, 104, 'Search'),
    chips(scene, 162, theme.menu),
    [0, 1, 2, 3].map((index) => {
      const y = 214 + index * 120;
      const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
      return [
        card(margin, y, inner, 108, palette.card, palette.line, 20),
        art(theme.art, { x: 32, y: y + 12, w: 84, h: 84, r: 16 }, random, sheet),
        label(132, y + 38, title, { size: 15.5, face: 'bold', fill: palette.ink, max: 196 }),
        label(132, y + 59, note, { size: 13, fill: palette.muted, max: 190 }),
        progress(scene, 132, y + 78, 190, random.next()),
      ];
    }),
    tabs(scene, 0),
  ];
};
