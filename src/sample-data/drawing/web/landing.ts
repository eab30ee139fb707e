import { art } from '../art/index.ts';
import { iconAt } from '../icons.ts';
import { amount } from '../phone/parts.ts';
import type { Screen } from '../scene.ts';
import { box, disc, faded } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph } from '../../../lib/server/platform/drawing/type.ts';
import { naira } from '../words.ts';
import { chrome, page, panel, topBar } from './parts.ts';

/** What the front page says. */
export const landing: Screen = (scene) => {
  const { palette, random, sheet, subject, theme } = scene;
  const bold = random.chance(0.5);
  const ground = bold ? sheet.gradient(palette.brand, palette.brandDeep, 30) : palette.tint;
  const ink = bold ? palette.onBrand : palette.ink;
  return [
    page(scene),
    box(0, chrome, 1280, 560, ground),
    sheet.clipped(
      box(0, chrome, 1280, 560, '#000'),
      faded(0.07, [disc(1180, 150, 260, ink), disc(760, 620, 170, ink)]),
    ),
    topBar(scene, palette.card),
    paragraph(64, 224, subject.description.replace(/\.$/, ''), {
      size: 43,
      face: 'bold',
      fill: ink,
      max: 580,
      lines: 4,
      leading: 1.22,
    }),
    paragraph(64, 446, `Thousands of small steps, one place. See how ${subject.name} fits into your day.`, {
      size: 18,
      fill: ink,
      opacity: 0.8,
      max: 480,
      lines: 2,
      leading: 1.5,
    }),
    box(64, 510, 180, 54, bold ? '#ffffff' : palette.brand, 15),
    label(154, 543, 'Get started', {
      size: 16.5,
      face: 'bold',
      fill: bold ? palette.brandDeep : palette.onBrand,
      anchor: 'middle',
    }),
    box(260, 510, 160, 54, 'none', 15, `stroke="${ink}" stroke-width="2"`),
    label(340, 543, 'How it works', { size: 16.5, face: 'bold', fill: ink, anchor: 'middle' }),
    box(726, 156, 490, 404, '#000', 24, 'opacity=".12" transform="translate(0 12)"'),
    panel(scene, { x: 726, y: 156, w: 490, h: 404, r: 24 }),
    art(theme.art, { x: 750, y: 180, w: 442, h: 188, r: 16 }, random, sheet),
    [0, 1, 2].map((index) => {
      const y = 388 + index * 54;
      const [title, note] = theme.items[index] ?? ['', ''];
      return [
        box(750, y, 42, 42, palette.tint, 12),
        iconAt(theme.icons[index] ?? 'star', 771, y + 21, 21, palette.brand, 2),
        label(808, y + 18, title, { size: 15, face: 'bold', fill: palette.ink, max: 230 }),
        label(808, y + 37, note, { size: 12.5, fill: palette.muted, max: 230 }),
        label(1192, y + 26, theme.amounts ? naira(amount(scene)) : `${String(random.int(3, 60))} min`, {
          size: 14.5,
          face: 'bold',
          fill: palette.ink,
          anchor: 'end',
        }),
      ];
    }),
    theme.menu.slice(0, 4).map((word, index) => {
      const x = 64 + index * 292;
      return [
        panel(scene, { x, y: 640, w: 276, h: 130 }),
        box(x + 22, 662, 42, 42, palette.tint, 12),
        iconAt(theme.icons[index] ?? 'star', x + 43, 683, 22, palette.brand, 2),
        label(x + 80, 690, word, { size: 17, face: 'bold', fill: palette.ink, max: 180 }),
        box(x + 22, 722, 210, 8, palette.line, 4),
        box(x + 22, 740, 150, 8, palette.line, 4),
      ];
    }),
  ];
};
