import { art, type ArtName } from '../art/index.ts';
import { icon, iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, card, disc } from '../../../lib/server/platform/drawing/sheet.ts';
import { label, paragraph } from '../../../lib/server/platform/drawing/type.ts';
import { naira, places } from '../words.ts';
import {
  amount,
  button,
  chips,
  face,
  ground,
  heading,
  homeBar,
  inner,
  margin,
  searchBox,
  tabs,
} from './parts.ts';

const gold = '#f0a52e';

/** Things to choose from, with pictures. */
export const feed: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  return [
    ground(scene),
    icon('pin', 18, 60, 20, palette.brand, 2.2),
    label(44, 76, random.pick(places), { size: 16, face: 'bold', fill: palette.ink }),
    face(scene, { x: 304, y: 52, w: 36, h: 36, r: 18 }),
    searchBox(scene, 104, `Search ${theme.menu[0]?.toLowerCase() ?? ''}`),
    chips(scene, 162, theme.menu),
    heading(scene, 228, theme.title),
    [0, 1].map((index) => {
      const y = 246 + index * 226;
      const [title, note] = theme.items[(index + random.int(0, 1) * 2) % theme.items.length] ?? ['', ''];
      return [
        card(margin, y, inner, 212, palette.card, palette.line, 20),
        art(theme.art, { x: margin, y, w: inner, h: 140, r: 20, subject: title }, random, sheet),
        disc(316, y + 25, 17, '#fff', 'opacity=".92"'),
        iconAt('heart', 316, y + 25, 19, palette.bad, 2),
        label(36, y + 168, title, { size: 16, face: 'bold', fill: palette.ink, max: 190 }),
        label(36, y + 192, note, { size: 13, fill: palette.muted, max: 190 }),
        label(324, y + 168, theme.amounts ? naira(amount(scene)) : 'Free', {
          size: 15,
          face: 'bold',
          fill: palette.brand,
          anchor: 'end',
        }),
        icon('star', 276, y + 179, 16, gold, 2.4),
        label(324, y + 192, (4 + random.int(1, 9) / 10).toFixed(1), {
          size: 13,
          face: 'medium',
          fill: palette.ink,
          anchor: 'end',
        }),
      ];
    }),
    tabs(scene, 0),
  ];
};

const about: Partial<Record<ArtName, string>> = {
  plate:
    'Prepared fresh by people in your neighbourhood and checked before it reaches you. See what others say, or add a note for the kitchen.',
  product: 'Made to last and checked before it is sent. Returns are free within seven days of delivery.',
  poster:
    'A story about family, money and the long road home, with a cast that you know and an ending that you do not.',
  stage: 'Good people, good sound and food from around the corner. Come early for the best seats.',
  building: 'Close to everything and quiet at night. The host answers within an hour.',
  field: 'Measured, mapped and visited every month. See how the season goes and what is due next.',
};

/** One thing, large. */
export const detail: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const [title, note] = random.pick(theme.items);
  return [
    ground(scene),
    art(theme.art, { x: 0, y: 0, w: 360, h: 348, subject: title }, random, sheet),
    disc(38, 70, 20, '#fff', 'opacity=".92"'),
    iconAt('back', 37, 70, 22, '#1c2220', 2.3),
    disc(322, 70, 20, '#fff', 'opacity=".92"'),
    iconAt('heart', 322, 70, 21, '#1c2220', 2),
    box(0, 322, 360, 458, palette.paper, 28),
    label(margin, 372, title, { size: 23, face: 'bold', fill: palette.ink, max: 320 }),
    label(margin, 398, note, { size: 14, fill: palette.muted }),
    icon('star', 280, 384, 18, gold, 2.4),
    label(340, 398, (4 + random.int(1, 9) / 10).toFixed(1), {
      size: 14,
      face: 'bold',
      fill: palette.ink,
      anchor: 'end',
    }),
    ['clock', 'pin', 'shield'].map((name, index) => {
      const x = margin + index * 110;
      return [
        box(x, 420, 100, 74, palette.tint, 16),
        iconAt(name as 'clock', x + 50, 446, 24, palette.brand, 2),
        label(x + 50, 480, ['30 min', random.pick(places), 'Verified'][index] ?? '', {
          size: 12,
          face: 'medium',
          fill: palette.ink,
          anchor: 'middle',
          max: 90,
        }),
      ];
    }),
    label(margin, 532, 'About', { size: 16, face: 'bold', fill: palette.ink }),
    paragraph(
      margin,
      558,
      about[theme.art] ??
        'Read what others say about it, ask a question first, and change your mind until the day before.',
      { size: 14, fill: palette.muted, max: inner, lines: 4 },
    ),
    theme.amounts
      ? label(margin, 714, naira(amount(scene)), { size: 21, face: 'bold', fill: palette.ink })
      : '',
    button(scene, 682, theme.action, theme.amounts ? 160 : margin, theme.amounts ? 180 : inner),
    homeBar(scene),
  ];
};
