import { iconAt } from '../icons.ts';
import { amount } from '../phone/parts.ts';
import type { Scene } from '../scene.ts';
import { box, type Markup } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { naira, people } from '../words.ts';
import { status } from './parts.ts';

/** A row of a table under `columns` at fixed offsets from `x`. */
export function tableRow(scene: Scene, x: number, y: number, w: number, index: number): Markup {
  const { palette, random, theme } = scene;
  const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
  const [word, colour] = random.pick([
    ['Paid', palette.good],
    ['Done', palette.good],
    ['Pending', palette.accent],
    ['New', palette.brand],
    ['Review', palette.bad],
    ['Done', palette.good],
  ] as const);
  return [
    box(x + 24, y, w - 48, 1, palette.line),
    box(x + 24, y + 11, 32, 32, palette.tint, 10),
    iconAt(theme.icons[index % theme.icons.length] ?? 'file', x + 40, y + 27, 17, palette.brand, 2),
    label(x + 70, y + 32, title, { size: 14, face: 'medium', fill: palette.ink, max: w * 0.25 }),
    label(x + w * 0.36, y + 32, random.pick(people), { size: 14, fill: palette.muted }),
    w > 700 ? label(x + w * 0.53, y + 32, note, { size: 14, fill: palette.muted, max: w * 0.17 }) : '',
    status(
      x + w * (w > 700 ? 0.73 : 0.6),
      y + 15,
      word,
      colour === palette.accent && !palette.dark ? palette.brandDeep : colour,
    ),
    label(x + w - 24, y + 32, theme.amounts ? naira(amount(scene)) : `${String(random.int(12, 480))} ms`, {
      size: 14,
      face: 'bold',
      fill: palette.ink,
      anchor: 'end',
    }),
  ];
}
