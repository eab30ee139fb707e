import { type Palette, paletteOf } from './palette.ts';
import { createRandom, type Random } from './random.ts';
import { createSheet, type Markup, type Sheet } from '../../lib/server/platform/drawing/sheet.ts';
import type { ThemeWords } from './themes/theme-words.ts';

/** The app that is drawn, as far as a drawing needs to know it. */
export interface Subject {
  name: string;
  description: string;
}

/** What a screen is drawn with. Draw only from `random`, so that the same app always looks the same. */
export interface Scene {
  sheet: Sheet;
  palette: Palette;
  random: Random;
  subject: Subject;
  theme: ThemeWords;
}

export type Screen = (scene: Scene) => Markup;

export function createScene(
  subject: Subject,
  theme: ThemeWords,
  part: string,
  [width, height]: readonly [number, number],
): Scene {
  return {
    sheet: createSheet(width, height),
    palette: paletteOf(subject.name),
    random: createRandom(`${subject.name} ${part}`),
    subject,
    theme,
  };
}
