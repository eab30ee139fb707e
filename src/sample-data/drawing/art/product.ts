import { oklch } from '../colour.ts';
import { box, type Markup, shape, stroke } from '../../../lib/server/platform/drawing/sheet.ts';
import type { Art } from './art.ts';

interface Paint {
  main: string;
  dark: string;
  light: string;
}

/** Things on a grid on which the picture is 10 by 10 around the origin; the words that ask for each. */
const forms: readonly (readonly [words: RegExp, draw: (paint: Paint) => Markup])[] = [
  [
    /bag|tote|packag/i,
    ({ main, dark, light }) => [
      stroke('M-1-1a1 1.6 0 0 1 2 0', dark, 0.4),
      box(-2, -1, 4, 3.6, main, 0.4),
      box(-2, 0.3, 4, 0.5, light),
    ],
  ],
  [
    /oil|butter|bottle|drink/i,
    ({ main, dark, light }) => [
      box(-0.5, -3, 1, 1.4, dark, 0.2),
      box(-1.2, -1.8, 2.4, 4.8, main, 0.7),
      box(-1.2, -0.2, 2.4, 1.7, light),
    ],
  ],
  [
    /sandal|shoe|sneaker/i,
    ({ main, dark, light }) => [
      shape('M-3 1q.2-2.6 1.4-2.2 1.6 2 3.8 1.900q1 .2.8 1.200z', main),
      box(-3, 0.8, 6.1, 0.6, dark, 0.3),
      stroke('M-1-.3l.7-.5m.2 1l.6-.6', light, 0.22),
    ],
  ],
  [
    /shirt|cotton|dress/i,
    ({ main, light }) => [
      shape('M-1.2-2.400h2.400l2 1.300-.9 1.600-.9-.5v3.200h-2.800v-3.200l-.9.5-.9-1.600z', main),
      stroke('M-1 1h2', light, 0.36, 'stroke-dasharray=".2 .5"'),
    ],
  ],
  [
    /lamp|light/i,
    ({ main, dark }) => [
      shape('M-1.100-2.800h2.200l1.200 2.600h-4.600z', main),
      box(-0.15, -0.2, 0.3, 2.8, dark),
      box(-1.3, 2.4, 2.6, 0.5, dark, 0.25),
    ],
  ],
  [
    /ear|head|sound/i,
    ({ main, dark }) => [
      stroke('M-2.200.6v-1a2.200 2.200 0 0 1 4.400 0v1', dark, 0.5),
      box(-2.7, 0, 1.2, 2.2, main, 0.5),
      box(1.5, 0, 1.2, 2.2, main, 0.5),
    ],
  ],
  [
    /cooker|pot|mug|kettle/i,
    ({ main, dark, light }) => [
      stroke('M2 .2q1.600 0 1.300 1t-1.500.9', dark, 0.4),
      box(-2.2, -0.8, 4.4, 3.4, main, 0.8),
      box(-2.4, -1.3, 4.8, 0.7, dark, 0.35),
      box(-0.4, -1.9, 0.8, 0.6, dark, 0.3),
      box(-1.2, 0.5, 2.4, 0.8, light, 0.4),
    ],
  ],
  [
    /fan/i,
    ({ main, dark, light }) => [
      box(-0.2, 0, 0.4, 2.8, dark),
      box(-1.3, 2.5, 2.6, 0.5, dark, 0.25),
      `<circle cy="-.8" r="2" fill="${light}" stroke="${main}" stroke-width=".3"/>`,
      shape(
        'M0-.8q-.9-1.500 0-1.700t0 1.700q1.700-.5 1.600.4t-1.600-.4q.6 1.700-.3 1.700t.3-1.700q-1.700.3-1.600-.6t1.600.6',
        main,
      ),
    ],
  ],
  [
    /cards?|flyer|sticker|e-book/i,
    ({ main, dark, light }) => [
      `<g transform="rotate(-12)">${box(-2.4, -1.6, 4.2, 2.8, dark, 0.25)}</g>`,
      `<g transform="rotate(5)">${box(-1.8, -1.2, 4.2, 2.8, main, 0.25)}${box(-1.3, -0.6, 1.8, 0.3, light, 0.1)}${box(-1.3, 0, 1.2, 0.3, light, 0.1)}</g>`,
    ],
  ],
];

/** Something that can be bought. */
export const product: Art = (w, h, random, sheet, subject) => {
  const hue = random.int(0, 359);
  const paint = { main: oklch(0.58, 0.14, hue), dark: oklch(0.42, 0.12, hue), light: oklch(0.75, 0.1, hue) };
  const [, draw] = forms.find(([words]) => words.test(subject)) ?? random.pick(forms);
  const unit = String(Math.min(w, h) / 10);
  return [
    box(0, 0, w, h, sheet.gradient(oklch(0.95, 0.03, hue + 30), oklch(0.87, 0.05, hue + 60), 60)),
    `<g transform="translate(${String(w / 2)} ${String(h / 2)}) scale(${unit})">`,
    '<ellipse cy="3.200" rx="2.800" ry=".45" opacity=".14"/>',
    draw(paint),
    '</g>',
  ];
};
