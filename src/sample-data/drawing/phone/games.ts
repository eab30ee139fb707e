import { icon, iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, faded, move } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { grouped, people } from '../words.ts';
import { sign, suits } from './cards.ts';
import { face, homeBar, inner, margin, phoneSize } from './parts.ts';

/** What one sees before a game. */
export const lobby: Screen = (scene) => {
  const { palette, random, sheet, subject, theme } = scene;
  return [
    box(0, 0, ...phoneSize, sheet.gradient(palette.brandLight, palette.brandDeep, 70)),
    faded(
      0.12,
      Array.from({ length: 12 }, () =>
        move(random.int(0, 360), random.int(0, 780), sign(random.pick(suits), '#fff'), random.int(14, 38)),
      ),
    ),
    label(183, 173, subject.name, {
      size: 46,
      face: 'display',
      fill: '#000',
      anchor: 'middle',
      max: 330,
      opacity: 0.25,
    }),
    label(180, 168, subject.name, { size: 46, face: 'display', fill: '#fff', anchor: 'middle', max: 330 }),
    face(scene, { x: 130, y: 208, w: 100, h: 100, r: 50 }),
    box(126, 290, 108, 30, palette.accent, 15),
    label(180, 311, `Level ${String(random.int(3, 48))}`, {
      size: 15,
      face: 'bold',
      fill: '#1b1b1b',
      anchor: 'middle',
    }),
    theme.items.slice(0, 4).map(([title, note], index) => {
      const y = 356 + index * 84;
      return [
        box(margin + 12, y + 4, inner - 24, 70, '#000', 22, 'opacity=".18"'),
        box(margin + 12, y, inner - 24, 70, index === 0 ? palette.accent : '#ffffff', 22),
        iconAt(
          theme.icons[index] ?? 'play',
          66,
          y + 35,
          30,
          index === 0 ? '#1b1b1b' : palette.brandDeep,
          2.2,
        ),
        label(98, y + 32, title, { size: 18, face: 'bold', fill: '#1b1b1b', max: 200 }),
        label(98, y + 53, note, { size: 13, fill: '#555' }),
        icon('next', 298, y + 24, 22, '#777', 2.4),
      ];
    }),
    homeBar(scene, '#fff'),
  ];
};

/** Who is ahead. */
export const ranking: Screen = (scene) => {
  const { palette, random, sheet } = scene;
  const names = random.some(people, 8);
  const podium = [
    [66, 206, 92, 2],
    [180, 176, 122, 1],
    [294, 218, 74, 3],
  ] as const;
  let score = random.int(7_000, 9_900);
  return [
    box(0, 0, ...phoneSize, sheet.gradient(palette.brand, palette.brandDeep)),
    label(180, 84, 'This week', { size: 23, face: 'bold', fill: palette.onBrand, anchor: 'middle' }),
    podium.map(([x, y, height, place], index) => [
      face(scene, { x: x - 33, y: y - 78, w: 66, h: 66, r: 33 }),
      box(x - 48, y, 96, height + 50, palette.card, 16, `opacity="${place === 1 ? '1' : '.86'}"`),
      label(x, y + 46, String(place), { size: 34, face: 'display', fill: palette.brand, anchor: 'middle' }),
      label(x, y + 70, names[index] ?? '', {
        size: 12.5,
        face: 'medium',
        fill: palette.ink,
        anchor: 'middle',
        max: 84,
      }),
    ]),
    box(0, 308, 360, 472, palette.paper, 26),
    names.slice(3).map((name, index) => {
      const y = 330 + index * 78;
      score -= random.int(120, 700);
      return [
        box(margin, y, inner, 66, index === 1 ? palette.tint : palette.card, 18, `stroke="${palette.line}"`),
        label(46, y + 40, String(index + 4), {
          size: 17,
          face: 'bold',
          fill: palette.muted,
          anchor: 'middle',
        }),
        face(scene, { x: 68, y: y + 12, w: 42, h: 42, r: 21 }),
        label(124, y + 39, name, { size: 16, face: 'medium', fill: palette.ink }),
        label(324, y + 39, grouped(score), { size: 15.5, face: 'bold', fill: palette.brand, anchor: 'end' }),
      ];
    }),
    homeBar(scene),
  ];
};
