import { initial } from '../../lib/shared/page/placeholder.ts';
import { oklch } from './colour.ts';
import { iconAt } from './icons.ts';
import { createScene, type Scene, type Subject } from './scene.ts';
import { arc, box, disc, type Markup, shape, stroke, turn } from '../../lib/server/platform/drawing/sheet.ts';
import type { Theme } from './themes/theme.ts';
import { label, widthOf } from '../../lib/server/platform/drawing/type.ts';

const side = 512;
const middle = side / 2;

type Mark = (scene: Scene, ink: string, second: string) => Markup;

/** A text in the middle, as large as its width allows. */
function centred(text: string, fill: string, widest: number, tallest: number): string {
  const size = Math.min(tallest, (widest / widthOf(text, 100, 'display')) * 100);
  return label(middle, middle + size * 0.35, text, { size, face: 'display', fill, anchor: 'middle' });
}

const letter: Mark = ({ subject }, ink) => centred(initial(subject.name), ink, 340, 380);

const twoLetters: Mark = ({ subject }, ink) => {
  const words = subject.name.split(/[\s.]+/);
  const second = words[1]?.charAt(0) ?? subject.name.charAt(1);
  return centred(initial(subject.name) + second.toLowerCase(), ink, 390, 300);
};

const letterAndDot: Mark = ({ subject }, ink, second) => [
  centred(initial(subject.name).toLowerCase(), ink, 300, 380),
  disc(388, 366, 34, second),
];

const letterInRing: Mark = ({ subject, random }, ink, second) => {
  const from = random.next();
  return [
    stroke(arc(middle, middle, 176, from, from + 0.72), ink, 34),
    disc(
      middle + 176 * Math.cos((from + 0.86) * 6.283 - 1.571),
      middle + 176 * Math.sin((from + 0.86) * 6.283 - 1.571),
      26,
      second,
    ),
    centred(initial(subject.name), ink, 190, 210),
  ];
};

const symbol: Mark = ({ theme, random }, ink) =>
  iconAt(random.pick(theme.icons.slice(0, 4)), middle, middle, 290, ink, 2);

const petals: Mark = ({ random }, ink, second) => {
  const count = random.pick([4, 5, 6, 8]);
  return Array.from({ length: count }, (_, index) =>
    turn(
      (360 / count) * index,
      middle,
      middle,
      `<ellipse cx="${String(middle)}" cy="160" rx="${String(270 / count)}" ry="92" fill="${index % 2 === 0 ? ink : second}" opacity=".92"/>`,
    ),
  );
};

const arrows: Mark = (_scene, ink, second) => [
  shape('M120 300 256 164l136 136h-84l-52-52-52 52z', ink),
  shape('M120 400 256 264l136 136h-84l-52-52-52 52z', second),
];

const bars: Mark = ({ random }, ink, second) => {
  const heights = random.some([120, 180, 230, 280], 4);
  return heights.map((height, index) =>
    box(118 + index * 74, 396 - height, 54, height, index === 2 ? second : ink, 27),
  );
};

const quarters: Mark = ({ random }, ink, second) => {
  const cells = [
    [256, 256, 180],
    [256, 256, 270],
    [256, 256, 0],
    [256, 256, 90],
  ] as const;
  const odd = random.int(0, 3);
  return cells.map(([x, y, angle], index) =>
    turn(
      angle,
      x,
      y,
      shape(`M${String(x + 10)} ${String(y + 10)}h136a136 136 0 0 1-136 136z`, index === odd ? second : ink),
    ),
  );
};

const diamond: Mark = ({ subject }, ink, second) => [
  turn(45, middle, middle, box(136, 136, 240, 240, ink, 48)),
  centred(initial(subject.name), second, 150, 190),
];

const leaf: Mark = (_scene, ink, second) => [
  shape('M130 382c-20-180 80-270 252-262 8 190-90 270-252 262', ink),
  stroke('M150 362c60-90 110-130 180-180', second, 22),
];

const marks: readonly Mark[] = [
  letter,
  letter,
  letter,
  twoLetters,
  letterAndDot,
  letterInRing,
  symbol,
  symbol,
  petals,
  arrows,
  bars,
  quarters,
  diamond,
  leaf,
];

/** An app icon: SVG of 512 by 512 pixels, square to its corners. */
export function drawLogo(subject: Subject, theme: Theme): string {
  const scene = createScene(subject, theme, 'logo', [side, side]);
  const { palette, random, sheet } = scene;
  const { brand, brandDeep, brandLight, onBrand, hue } = palette;
  const white = random.chance(0.2);
  const flat = random.chance(0.35);
  const ground = white
    ? '#ffffff'
    : flat
      ? brand
      : sheet.gradient(brandLight, brandDeep, random.pick([45, 60, 90, 135]));
  const ink = white ? oklch(0.5, 0.17, hue) : onBrand;
  const second = white ? palette.accent : random.chance(0.5) ? palette.accent : oklch(0.9, 0.07, hue);
  const mark = random.pick(marks);
  // On the diamond the letter lies on the ink.
  return sheet.toSvg([
    box(0, 0, side, side, ground),
    mark(scene, ink, mark === diamond ? (white ? '#fff' : brandDeep) : second),
  ]);
}
