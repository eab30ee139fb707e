import { art } from '../art/index.ts';
import { icon, iconAt } from '../icons.ts';
import { amount } from '../phone/parts.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc, faded } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { cities, naira, places } from '../words.ts';
import { page, panel, pill, topBar } from './parts.ts';

const gold = '#f0a52e';

/** A shop window. */
export const storefront: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const offer = random.pick(['Back to school', 'Rainy-season offers', 'New this week', 'Weekend picks']);
  return [
    page(scene),
    topBar(scene),
    sheet.clipped(box(64, 134, 1152, 196, '#000', 22), [
      box(64, 134, 1152, 196, sheet.gradient(palette.brandDeep, palette.brandLight, 20)),
      faded(0.15, [disc(980, 150, 150, '#fff'), disc(1150, 330, 120, '#fff')]),
    ]),
    art(theme.art, { x: 968, y: 152, w: 224, h: 160, r: 16 }, random, sheet),
    art(theme.art, { x: 728, y: 152, w: 224, h: 160, r: 16 }, random, sheet),
    label(104, 216, offer, { size: 40, face: 'bold', fill: '#fff' }),
    label(104, 250, `Up to ${String(random.int(2, 6) * 10)}% off until Sunday`, {
      size: 18,
      fill: '#fff',
      opacity: 0.9,
    }),
    box(104, 272, 126, 38, '#ffffff', 12),
    label(167, 297, 'See offers', { size: 14.5, face: 'bold', fill: palette.brandDeep, anchor: 'middle' }),
    label(64, 374, theme.title, { size: 21, face: 'bold', fill: palette.ink }),
    label(1216, 374, 'See all', { size: 14.5, face: 'medium', fill: palette.brand, anchor: 'end' }),
    Array.from({ length: 8 }, (_, index) => {
      const [x, y] = [64 + (index % 4) * 293, 394 + Math.floor(index / 4) * 262];
      const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
      return [
        panel(scene, { x, y, w: 273, h: 246 }),
        art(theme.art, { x: x + 10, y: y + 10, w: 253, h: 142, r: 12, subject: title }, random, sheet),
        label(x + 18, y + 180, title, { size: 15.5, face: 'bold', fill: palette.ink, max: 210 }),
        label(x + 18, y + 202, note, { size: 13, fill: palette.muted, max: 220 }),
        label(x + 18, y + 228, theme.amounts ? naira(amount(scene)) : 'Free', {
          size: 16,
          face: 'bold',
          fill: palette.brand,
        }),
        box(x + 221, y + 204, 34, 34, palette.tint, 11),
        iconAt(theme.amounts ? 'cart' : 'plus', x + 238, y + 221, 18, palette.brand, 2),
      ];
    }),
  ];
};

/** Results beside their filters. */
export const results: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  return [
    page(scene),
    topBar(scene),
    card(64, 134, 1152, 62, palette.card, palette.line, 18),
    [
      ['pin', random.pick(cities)],
      ['calendar', 'Any date'],
      ['users', '2 people'],
    ].map(([name = 'pin', word = ''], index) => [
      icon(name as 'pin', 90 + index * 310, 154, 22, palette.brand, 2),
      label(124 + index * 310, 171, word, { size: 15.5, face: 'medium', fill: palette.ink }),
      index > 0 ? box(64 + index * 310, 150, 1, 30, palette.line) : '',
    ]),
    pill(scene, 1072, 142, 'Search', 136, 46),
    panel(scene, { x: 64, y: 214, w: 250, h: 570 }, 'Filter'),
    ['Price', 'Area', 'Extras'].map((group, at) => [
      label(88, 290 + at * 166, group, { size: 14, face: 'bold', fill: palette.ink }),
      [0, 1, 2].map((index) => {
        const y = 306 + at * 166 + index * 36;
        const on = random.chance(0.4);
        return [
          box(88, y, 20, 20, on ? palette.brand : 'none', 6, on ? '' : `stroke="${palette.muted}"`),
          on ? iconAt('check', 98, y + 10, 14, palette.onBrand, 3) : '',
          box(120, y + 6, 70 + random.int(0, 70), 8, palette.line, 4),
        ];
      }),
    ]),
    label(338, 244, `${String(random.int(38, 420))} found`, { size: 18, face: 'bold', fill: palette.ink }),
    label(1216, 244, 'Sort: best match', { size: 14, face: 'medium', fill: palette.muted, anchor: 'end' }),
    Array.from({ length: 6 }, (_, index) => {
      const [x, y] = [338 + (index % 3) * 299, 262 + Math.floor(index / 3) * 266];
      const [title, note] = theme.items[index % theme.items.length] ?? ['', ''];
      return [
        panel(scene, { x, y, w: 280, h: 252 }),
        art(theme.art, { x, y, w: 280, h: 148, r: 16, subject: title }, random, sheet),
        disc(x + 254, y + 26, 16, '#fff', 'opacity=".92"'),
        iconAt('heart', x + 254, y + 26, 18, palette.bad, 2),
        label(x + 18, y + 178, title, { size: 16, face: 'bold', fill: palette.ink, max: 180 }),
        icon('star', x + 218, y + 165, 15, gold, 2.6),
        label(x + 264, y + 178, (4 + random.int(0, 9) / 10).toFixed(1), {
          size: 13.5,
          face: 'medium',
          fill: palette.ink,
          anchor: 'end',
        }),
        label(x + 18, y + 200, `${note}, ${random.pick(places)}`, {
          size: 13,
          fill: palette.muted,
          max: 244,
        }),
        label(x + 18, y + 234, naira(amount(scene)), { size: 17, face: 'bold', fill: palette.brand }),
      ];
    }),
  ];
};
