import { oklch } from '../colour.ts';
import { iconAt } from '../icons.ts';
import type { Screen } from '../scene.ts';
import {
  box,
  disc,
  faded,
  type Markup,
  move,
  shape,
  stroke,
} from '../../../lib/server/platform/drawing/sheet.ts';
import { label } from '../../../lib/server/platform/drawing/type.ts';
import { grouped } from '../words.ts';
import { margin, phoneSize } from './parts.ts';

/** A street to run along. */
export const runner: Screen = (scene) => {
  const { random, sheet } = scene;
  const houses: Markup[] = [0, 1, 2, 3, 4].map((index) => {
    const [x, height] = [index * 82 - 20, 150 + random.int(0, 110)];
    const wall = oklch(0.72 + random.next() * 0.12, 0.09, random.pick([40, 70, 190, 20, 140]));
    return [
      box(x, 470 - height, 74, height, wall, 4),
      shape(`M${String(x - 6)} ${String(470 - height)}h86l-14-26h-58z`, oklch(0.5, 0.11, 35)),
      [0, 1].map((column) =>
        [0, 1].map((storey) =>
          box(x + 13 + column * 30, 490 - height + storey * 48, 18, 26, oklch(0.45, 0.06, 230), 2),
        ),
      ),
    ];
  });
  const coins = Array.from({ length: 5 }, (_, index) => {
    const [x, y] = [150 + index * 40, 500 - Math.sin((index / 4) * 3.14) * 90];
    return [
      disc(x, y, 13, '#f2b632', 'stroke="#b97e0d" stroke-width="3"'),
      label(x, y + 5, '₦', { size: 14, face: 'bold', fill: '#8a5a05', anchor: 'middle' }),
    ];
  });
  const [x, y] = [92, 540];
  const runnerFigure: Markup = [
    `<ellipse cx="${String(x + 4)}" cy="650" rx="44" ry="8" opacity=".25"/>`,
    stroke(
      `M${String(x - 4)} ${String(y + 40)}l-34 26-22-8M${String(x + 2)} ${String(y + 42)}l26 30-6 34`,
      '#2b3a67',
      17,
    ),
    stroke(
      `M${String(x - 14)} ${String(y - 6)}l-30 22-6-24M${String(x + 16)} ${String(y - 4)}l26 20 20-18`,
      oklch(0.42, 0.07, 50),
      13,
    ),
    shape(
      `M${String(x - 24)} ${String(y - 20)}q26-14 48 2l-6 66h-36z`,
      random.pick(['#e04f2f', '#1f8f5f', '#3b62c9']),
    ),
    disc(x + 6, y - 44, 23, oklch(0.42, 0.07, 50)),
    shape(`M${String(x - 17)} ${String(y - 48)}q4-26 28-22 20 3 18 20l18 4-64 4z`, '#20242c'),
  ];
  return [
    box(0, 0, ...phoneSize, sheet.gradient(random.pick(['#7cc8f2', '#f7b267', '#8fd3c1']), '#fdf3dc')),
    disc(random.int(60, 300), 150, 40, '#fff6cf'),
    faded(
      0.8,
      [0, 1, 2].map(
        (index) =>
          `<ellipse cx="${String(70 + index * 120)}" cy="${String(130 + random.int(0, 90))}" rx="46" ry="16" fill="#fff"/>`,
      ),
    ),
    houses,
    box(0, 466, 360, 60, '#c9b48c'),
    box(0, 520, 360, 260, '#565b66'),
    [0, 1, 2, 3].map((index) => box(index * 110 - 40, 668, 66, 9, '#f4e7a6', 3)),
    move(250, 546, [
      box(0, 0, 76, 76, '#a9743a', 5),
      stroke('M0 0l76 76M76 0 0 76', '#7f5426', 5),
      box(0, 0, 76, 76, 'none', 5, 'stroke="#7f5426" stroke-width="5"'),
    ]),
    coins,
    runnerFigure,
    box(margin, 44, 130, 44, '#000', 22, 'opacity=".45"'),
    disc(44, 66, 13, '#f2b632'),
    label(64, 73, grouped(random.int(240, 9_800)), { size: 19, face: 'bold', fill: '#fff' }),
    label(340, 76, `${grouped(random.int(300, 4_000))} m`, {
      size: 25,
      face: 'bold',
      fill: '#20242c',
      anchor: 'end',
    }),
    disc(322, 726, 26, '#000', 'opacity=".4"'),
    iconAt('pause', 322, 726, 24, '#fff', 3),
  ];
};
