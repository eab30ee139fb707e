import { oklch } from '../colour.ts';
import { iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import {
  arc,
  box,
  disc,
  faded,
  type Markup,
  move,
  shape,
  stroke,
  turn,
} from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { people } from '../words.ts';
import { face, homeBar, margin, phoneSize } from './parts.ts';

export type Suit = 'circle' | 'triangle' | 'cross' | 'square' | 'star';

export const suits: readonly Suit[] = ['circle', 'triangle', 'cross', 'square', 'star'];

/** A suit's sign, 2 by 2 around the origin. */
export function sign(suit: Suit, colour: string): string {
  const signs: Record<Suit, string> = {
    circle: disc(0, 0, 1, colour),
    triangle: shape('M0-1 1 .9H-1z', colour),
    cross: shape('M-.35-1h.7v.65H1v.7H.35V1h-.7V.35H-1v-.7h.65z', colour),
    square: box(-0.9, -0.9, 1.8, 1.8, colour),
    star: shape('M0-1 .29-.31 1-.25.46.2.62.95 0 .55-.62.95-.46.2-1-.25-.29-.31z', colour),
  };
  return signs[suit];
}

/** A card of 86 by 124. */
function playingCard(suit: Suit, value: number, ink: string): Markup {
  return [
    box(2, 3, 86, 124, '#000', 11, 'opacity=".22"'),
    box(0, 0, 86, 124, '#fdfbf5', 11, `stroke="${ink}" stroke-width="1.500"`),
    label(9, 24, String(value), { size: 19, face: 'bold', fill: ink }),
    move(16, 38, sign(suit, ink), 6),
    move(43, 64, sign(suit, ink), 23),
    turn(180, 43, 62, label(9, 24, String(value), { size: 19, face: 'bold', fill: ink })),
  ];
}

/** A hand of cards at a table. */
export const cards: Screen = (scene) => {
  const { palette, random, sheet } = scene;
  const table = oklch(0.42, 0.1, palette.hue);
  const back = (x: number, y: number, lean: number) =>
    turn(lean, x + 30, y + 43, [
      box(x, y, 60, 86, palette.brandDeep, 9, 'stroke="#fff" stroke-width="3"'),
      disc(x + 30, y + 43, 15, palette.accent),
    ]);
  const hand = Array.from({ length: 5 }, (_, index) =>
    turn(
      (index - 2) * 9,
      180,
      1000,
      move(
        137 + (index - 2) * 6,
        index === 3 ? 556 : 584,
        playingCard(random.pick(suits), random.int(1, 14), random.pick(['#a3262f', '#7a1f3d', '#8c2f1f'])),
      ),
    ),
  );
  return [
    box(0, 0, ...phoneSize, sheet.gradient(table, oklch(0.27, 0.08, palette.hue))),
    faded(
      0.12,
      [0, 1, 2, 3].map((step) => stroke(arc(180, 372, 90 + step * 56, 0, 0.9999), '#fff', 2)),
    ),
    box(margin, 46, 84, 36, '#000', 18, 'opacity=".3"'),
    iconAt('clock', 42, 64, 18, '#fff', 2.2),
    label(58, 69, `0:${String(random.int(10, 59))}`, { size: 14, face: 'bold', fill: '#fff' }),
    box(256, 46, 84, 36, '#000', 18, 'opacity=".3"'),
    iconAt('star', 278, 64, 18, '#ffd35c', 2.4),
    label(294, 69, String(random.int(120, 980)), { size: 14, face: 'bold', fill: '#fff' }),
    face(scene, { x: 152, y: 92, w: 56, h: 56, r: 28 }),
    label(180, 170, random.pick(people), { size: 14, face: 'bold', fill: '#fff', anchor: 'middle' }),
    [-2, -1, 0, 1, 2].map((index) => back(150 + index * 38, 188 + Math.abs(index) * 7, index * 7)),
    back(76, 338, -6),
    back(80, 334, -2),
    turn(5, 240, 390, move(196, 324, playingCard(random.pick(suits), random.int(1, 14), '#a3262f'))),
    box(106, 500, 148, 38, palette.accent, 19),
    label(180, 525, 'Your turn', { size: 16, face: 'bold', fill: '#1b1b1b', anchor: 'middle' }),
    hand,
    homeBar(scene, '#fff'),
  ];
};
