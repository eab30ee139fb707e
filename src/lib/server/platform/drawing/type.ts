// Text as outlines of bundled fonts, so that drawings do not depend on the fonts of the machine.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font, type Glyph } from 'opentype.js';

const require = createRequire(import.meta.url);

/** Inter for screens; Outfit for logos. Both under the SIL Open Font License. */
const files = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  medium: require.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
  display: require.resolve('@expo-google-fonts/outfit/800ExtraBold/Outfit_800ExtraBold.ttf'),
};

export type Face = keyof typeof files;

interface LabelStyle {
  size: number;
  face: Face;
  fill: string;
  /** Maximum width in pixels; wider text is cut and ends in '…'. */
  max?: number;
  /** Whether `x` is its middle, and not its beginning. */
  isCentred?: boolean;
}

const fonts = new Map<Face, Font>();

function fontOf(face: Face): Font {
  const known = fonts.get(face);
  if (known) return known;
  const bytes = readFileSync(files[face]);
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  fonts.set(face, font);
  return font;
}

/** Whether the face has a glyph for every character. */
export function covers(text: string, face: Face): boolean {
  const font = fontOf(face);
  return Array.from(text).every((character) => font.charToGlyphIndex(character) !== 0);
}

/** Removes the characters that the face has no glyph for, such as emoji. */
export function onlyCovered(text: string, face: Face): string {
  return Array.from(text)
    .filter((character) => covers(character, face))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Width in pixels. */
export function widthOf(text: string, size: number, face: Face): number {
  const font = fontOf(face);
  // Glyph by glyph, here and in `label`: opentype.js throws for what Inter does with accents.
  const units = Array.from(text, (character) => font.charToGlyph(character).advanceWidth ?? 0);
  return (units.reduce((sum, unit) => sum + unit, 0) * size) / font.unitsPerEm;
}

function shorten(text: string, size: number, face: Face, max: number): string {
  if (widthOf(text, size, face) <= max) return text;
  const characters = Array.from(text);
  while (characters.length > 1 && widthOf(`${characters.join('')}…`, size, face) > max) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** SVG of one line of text. @param y of its base line */
export function label(
  x: number,
  y: number,
  text: string,
  { size, face, fill, max = Infinity, isCentred = false }: LabelStyle,
): string {
  const shown = shorten(text, size, face, max);
  const font = fontOf(face);
  let at = isCentred ? x - widthOf(shown, size, face) / 2 : x;
  const path = new opentype.Path();
  let previous: Glyph | undefined;
  for (const character of shown) {
    const glyph = font.charToGlyph(character);
    // Smaller text looks the same without kerning.
    const kerning = previous && face === 'display' ? font.getKerningValue(previous, glyph) : 0;
    at += (kerning * size) / font.unitsPerEm;
    path.extend(glyph.getPath(at, y, size));
    at += ((glyph.advanceWidth ?? 0) * size) / font.unitsPerEm;
    previous = glyph;
  }
  return `<path fill="${fill}" d="${path.toPathData(2)}"/>`;
}

/** Breaks text into at most `lines` lines, which are no wider than `max` pixels. */
export function wrap(text: string, max: number, size: number, face: Face, lines = 9): string[] {
  const broken: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && widthOf(longer, size, face) > max) {
      broken.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  broken.push(line);
  if (broken.length <= lines) return broken;
  return [...broken.slice(0, lines - 1), shorten(broken.slice(lines - 1).join(' '), size, face, max)];
}

/** A paragraph whose first base line is `y`. */
export const paragraph = (
  x: number,
  y: number,
  text: string,
  { max, leading, lines, ...style }: LabelStyle & Record<'max' | 'leading' | 'lines', number>,
): string[] =>
  wrap(text, max, style.size, style.face, lines).map((line, index) =>
    label(x, y + index * style.size * leading, line, style),
  );
