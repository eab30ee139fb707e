import { art } from '../art/index.ts';
import { iconAt, type IconName } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc, shape, turn } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { chrome, page, panel, pill } from './parts.ts';

const tools: readonly IconName[] = ['layers', 'image', 'brush', 'star', 'box', 'file', 'gear'];

/** A design being made. */
export const editor: Screen = (scene) => {
  const { palette, random, sheet, subject, theme } = scene;
  const [x, y, w, h] = [470, 220, 480, 300];
  const print = sheet.gradient(palette.brand, palette.brandDeep, 30);
  return [
    page(scene, palette.dark ? palette.paper : '#eceef1'),
    box(0, chrome, 1280, 60, palette.card),
    label(108, 82, 'Untitled design', { size: 15.5, face: 'medium', fill: palette.ink }),
    iconAt('back', 78, 76, 20, palette.ink, 2.2),
    pill(scene, 1110, 56, 'Order prints', 140),
    box(0, 106, 72, 694, palette.card),
    tools.map((name, index) => [
      index === 0 ? box(12, 124, 48, 48, palette.tint, 14) : '',
      iconAt(name, 36, 148 + index * 62, 24, index === 0 ? palette.brand : palette.muted, 2),
    ]),
    box(72, 106, 250, 694, palette.card, 0, `stroke="${palette.line}"`),
    label(96, 146, 'Templates', { size: 16, face: 'bold', fill: palette.ink }),
    Array.from({ length: 8 }, (_, index) =>
      art(
        random.pick(['pattern', 'product', 'landscape', 'pattern'] as const),
        { x: 96 + (index % 2) * 106, y: 166 + Math.floor(index / 2) * 112, w: 96, h: 98, r: 10 },
        random,
        sheet,
      ),
    ),
    box(x + 8, y + 12, w, h, '#000', 10, 'opacity=".12"'),
    sheet.clipped(box(x, y, w, h, '#000', 10), [
      box(x, y, w, h, '#ffffff'),
      shape(`M${String(x)} ${String(y)}h190l-70 300H${String(x)}z`, print),
      turn(12, x + 90, y + 150, box(x + 40, y + 90, 92, 92, '#fff', 22, 'opacity=".95"')),
    ]),
    label(x + 90, y + 160, subject.name.charAt(0), {
      size: 52,
      face: 'display',
      fill: palette.brandDeep,
      anchor: 'middle',
    }),
    label(x + 236, y + 108, 'Your name', { size: 30, face: 'bold', fill: '#20242c' }),
    label(x + 236, y + 136, 'What you do', { size: 16, fill: '#5b6472' }),
    ['phone', 'mail', 'globe'].map((name, index) => [
      iconAt(
        name as IconName,
        x + 246,
        y + 182 + index * 32,
        18,
        palette.dark ? palette.brandDeep : palette.brand,
        2,
      ),
      box(x + 266, y + 177 + index * 32, 120 + index * 18, 9, '#d5d9df', 4.5),
    ]),
    box(x + 226, y + 76, 190, 74, 'none', 2, `stroke="${palette.brand}" stroke-width="2"`),
    [0, 1, 2, 3].map((corner) =>
      box(
        x + 221 + (corner % 2) * 190,
        y + 71 + Math.floor(corner / 2) * 74,
        10,
        10,
        '#fff',
        2,
        `stroke="${palette.brand}" stroke-width="2"`,
      ),
    ),
    label(710, 574, '90 by 55 mm, front', { size: 13.5, fill: palette.muted, anchor: 'middle' }),
    [0, 1, 2].map((index) =>
      card(590 + index * 84, 600, 72, 50, '#fff', index === 0 ? palette.brand : palette.line, 8),
    ),
    panel(scene, { x: 1030, y: 126, w: 226, h: 300 }, 'Text'),
    ['Size', 'Weight', 'Space', 'Colour'].map((name, index) => [
      label(1054, 200 + index * 56, name, { size: 13.5, fill: palette.muted }),
      index < 3
        ? [
            box(1120, 193 + index * 56, 110, 6, palette.line, 3),
            disc(1140 + random.int(10, 80), 196 + index * 56, 9, palette.brand),
          ]
        : [palette.brand, palette.accent, '#20242c', palette.brandLight].map((colour, at) =>
            disc(1132 + at * 30, 364, 11, colour),
          ),
    ]),
    panel(scene, { x: 1030, y: 442, w: 226, h: 216 }, 'Order'),
    theme.items
      .slice(0, 3)
      .map(([title, note], index) => [
        label(1054, 512 + index * 48, title, { size: 14, face: 'medium', fill: palette.ink, max: 180 }),
        label(1054, 531 + index * 48, note, { size: 12.5, fill: palette.muted, max: 180 }),
      ]),
  ];
};
