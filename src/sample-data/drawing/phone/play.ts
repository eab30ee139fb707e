import { art } from '../art/index.ts';
import { icon, iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import { box, disc, type Markup } from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { people } from '../words.ts';
import { ground, header, heading, homeBar, inner, margin, statusBar } from './parts.ts';

const night = '#0e1116';

/** Music that plays. */
export const player: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const [title] = random.pick(theme.items);
  const share = 0.2 + random.next() * 0.6;
  const at = Math.round(share * 214);
  const time = (seconds: number) =>
    `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
  return [
    ground(scene, sheet.gradient(palette.brandDeep, night), '#fff'),
    header(scene, 'Now playing', 'more', '#fff'),
    art(theme.art, { x: 34, y: 112, w: 292, h: 292, r: 26 }, random, sheet),
    label(34, 462, title, { size: 24, face: 'bold', fill: '#fff', max: 240 }),
    label(34, 490, random.pick(people), { size: 15.5, fill: '#fff', opacity: 0.7 }),
    icon('heart', 298, 446, 28, palette.brandLight, 2),
    Array.from({ length: 49 }, (_, index): Markup => {
      const height = 6 + random.int(0, 34);
      return box(
        34 + index * 6,
        546 - height / 2,
        3.2,
        height,
        '#fff',
        1.6,
        index / 49 < share ? '' : 'opacity=".3"',
      );
    }),
    label(34, 590, time(at), { size: 12.5, fill: '#fff', opacity: 0.7 }),
    label(326, 590, time(214), { size: 12.5, fill: '#fff', opacity: 0.7, anchor: 'end' }),
    iconAt('rewind', 104, 652, 32, '#fff', 2.2),
    disc(180, 652, 38, '#fff'),
    iconAt('pause', 180, 652, 32, night, 3),
    iconAt('skip', 256, 652, 32, '#fff', 2.2),
    iconAt('swap', 48, 652, 24, '#fff'),
    iconAt('plus', 312, 652, 24, '#fff'),
    homeBar(scene, '#fff'),
  ];
};

/** Films or records on a dark wall. */
export const posters: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const [title, note] = random.pick(theme.items);
  const small = theme.art === 'poster' ? [100, 148] : [124, 124];
  const [w = 100, h = 148] = small;
  const shelf = (y: number, name: string) => [
    label(margin, y, name, { size: 16, face: 'bold', fill: '#fff' }),
    [0, 1, 2].map((index) =>
      art(theme.art, { x: margin + index * (w + 10), y: y + 14, w, h, r: 12 }, random, sheet),
    ),
  ];
  return [
    box(0, 0, 360, 780, night),
    art(theme.art === 'pattern' ? 'stage' : theme.art, { x: 0, y: 0, w: 360, h: 380 }, random, sheet),
    box(0, 180, 360, 202, sheet.gradient('#0e111600', night)),
    statusBar(scene, '#fff'),
    label(180, 300, title, { size: 30, face: 'bold', fill: '#fff', anchor: 'middle', max: 320 }),
    label(180, 326, note, { size: 14, fill: '#fff', opacity: 0.75, anchor: 'middle' }),
    box(64, 344, 110, 42, palette.brand, 21),
    label(119, 370, 'Play', { size: 15.5, face: 'bold', fill: palette.onBrand, anchor: 'middle' }),
    box(186, 344, 110, 42, '#fff', 21, 'opacity=".18"'),
    label(241, 370, 'My list', { size: 15.5, face: 'bold', fill: '#fff', anchor: 'middle' }),
    shelf(430, theme.title),
    shelf(486 + h, theme.art === 'poster' ? 'Watch again' : 'Lately'),
    box(0, 712, 360, 68, night),
    ['home', 'search', 'down', 'user'].map((name, index) =>
      iconAt(name as 'home', 45 + index * 90, 738, 24, index === 0 ? '#fff' : '#7b828c', 2),
    ),
    homeBar(scene, '#fff'),
  ];
};

/** A film that plays, and what comes after. */
export const watch: Screen = (scene) => {
  const { palette, random, sheet, theme } = scene;
  const [title, note] = random.pick(theme.items);
  return [
    ground(scene, night, '#fff'),
    art(theme.art, { x: 0, y: 44, w: 360, h: 204 }, random, sheet),
    disc(180, 146, 30, '#000', 'opacity=".5"'),
    iconAt('pause', 180, 146, 28, '#fff', 2.8),
    box(16, 230, 328, 4, '#fff', 2, 'opacity=".35"'),
    box(16, 230, 190, 4, palette.brand, 2),
    disc(206, 232, 7, palette.brand),
    label(margin, 290, title, { size: 23, face: 'bold', fill: '#fff', max: inner }),
    label(margin, 316, note, { size: 14, fill: '#9aa2ad' }),
    ['plus', 'heart', 'down', 'send'].map((name, index) => {
      const x = 62 + index * 79;
      return [
        iconAt(name as 'plus', x, 356, 24, '#fff', 2),
        label(x, 388, ['My list', 'Like', 'Save', 'Share'][index] ?? '', {
          size: 12,
          fill: '#9aa2ad',
          anchor: 'middle',
        }),
      ];
    }),
    heading(
      { ...scene, palette: { ...palette, ink: '#fff', brand: palette.brandLight } },
      440,
      'Up next',
      'All parts',
    ),
    [0, 1, 2].map((index) => {
      const y = 460 + index * 94;
      return [
        art(theme.art, { x: margin, y, w: 132, h: 78, r: 12 }, random, sheet),
        label(166, y + 30, `Part ${String(index + 2)}`, { size: 15.5, face: 'bold', fill: '#fff' }),
        label(166, y + 52, `${String(random.int(38, 52))} min`, { size: 13, fill: '#9aa2ad' }),
        iconAt('down', 326, y + 38, 21, '#9aa2ad'),
      ];
    }),
    homeBar(scene, '#fff'),
  ];
};
