import { art } from '../art/index.ts';
import { iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, disc } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph } from '../../../lib/server/platform/drawing/type.ts';
import { button, ground, homeBar } from './parts.ts';

/** What a newcomer sees first. */
export const welcome: Screen = (scene) => {
  const { palette, random, sheet, subject, theme } = scene;
  const circles = [150, 112, 74].map((r, index) =>
    disc(180, 266, r, palette.brand, `opacity="${String(0.1 + index * 0.07)}"`),
  );
  return [
    ground(scene, palette.dark ? palette.paper : palette.tint),
    circles,
    random.chance(0.5)
      ? art(theme.art, { x: 100, y: 186, w: 160, h: 160, r: 80 }, random, sheet)
      : iconAt(theme.icons[0] ?? 'star', 180, 266, 96, palette.brand, 1.7),
    [0, 1, 2, 3].map((index) => {
      const angle = 0.5 + index * 1.6 + random.next() * 0.5;
      const [x, y] = [180 + Math.cos(angle) * 138, 266 + Math.sin(angle) * 138];
      return [
        disc(x, y, 25, palette.card),
        iconAt(theme.icons[index + 1] ?? 'heart', x, y, 23, palette.brand, 2),
      ];
    }),
    paragraph(180, 468, subject.description.split(/[:.]/)[0] ?? subject.name, {
      size: 23,
      face: 'bold',
      fill: palette.ink,
      anchor: 'middle',
      max: 310,
      lines: 4,
      leading: 1.28,
    }),
    paragraph(180, 598, `Open your ${subject.name} account in a few minutes.`, {
      size: 15,
      fill: palette.muted,
      anchor: 'middle',
      max: 290,
      lines: 2,
    }),
    [0, 1, 2].map((index) =>
      box(
        [160, 180, 194][index] ?? 0,
        644,
        index === 0 ? 14 : 8,
        8,
        index === 0 ? palette.brand : palette.line,
        4,
      ),
    ),
    button(scene, 668, 'Get started'),
    label(180, 746, 'I have an account', {
      size: 14.5,
      face: 'medium',
      fill: palette.brand,
      anchor: 'middle',
    }),
    homeBar(scene),
  ];
};
