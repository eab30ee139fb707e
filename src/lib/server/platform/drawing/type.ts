// Text as outlines of bundled fonts, so that drawings do not depend on the fonts of the machine.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font } from 'opentype.js';

const require = createRequire(import.meta.url);

/** Inter for screens; Outfit for logos. Both under the SIL Open Font License. */
const files = {
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  medium: require.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
  bold: require.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
  display: require.resolve('@expo-google-fonts/outfit/800ExtraBold/Outfit_800ExtraBold.ttf'),
};

export type Face = keyof typeof files;

export interface LabelStyle {
  size?: number;
  face?: Face;
  fill?: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Maximum width in pixels; wider text is cut and ends in '…'. */
  max?: number;
}

interface Outline {
  advance: number;
  commands: { letter: string; numbers: number[] }[];
}

const fonts = new Map<Face, Font>();
const outlines = new Map<string, Outline>();

function fontOf(face: Face): Font {
  const known = fonts.get(face);
  if (known) return known;
  const bytes = readFileSync(files[face]);
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  fonts.set(face, font);
  return font;
}

function outlineOf(face: Face, character: string): Outline {
  const key = face + character;
  const known = outlines.get(key);
  if (known) return known;
  const font = fontOf(face);
  const glyph = font.charToGlyph(character);
  const outline: Outline = {
    advance: glyph.advanceWidth ?? 0,
    commands: glyph.getPath(0, 0, font.unitsPerEm).commands.map((command) => {
      const { type, ...numbers } = command;
      return { letter: type, numbers: inOrder(numbers) };
    }),
  };
  outlines.set(key, outline);
  return outline;
}

/** The numbers of a path command, with control points before the end point. */
function inOrder(point: Partial<Record<'x' | 'y' | 'x1' | 'y1' | 'x2' | 'y2', number>>): number[] {
  const { x1, y1, x2, y2, x, y } = point;
  return [x1, y1, x2, y2, x, y].filter((value) => value !== undefined).map(Math.round);
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
export function widthOf(text: string, size: number, face: Face = 'regular'): number {
  let width = 0;
  for (const character of text) width += outlineOf(face, character).advance;
  return (width * size) / fontOf(face).unitsPerEm;
}

function shorten(text: string, size: number, face: Face, max: number): string {
  if (widthOf(text, size, face) <= max) return text;
  const characters = Array.from(text);
  while (characters.length > 1 && widthOf(`${characters.join('')}…`, size, face) > max) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** SVG of one line of text. @param y of its base line */
export function label(x: number, y: number, text: string, style: LabelStyle = {}): string {
  const { size = 14, face = 'regular', fill = '#000', anchor = 'start', max = Infinity } = style;
  const shown = shorten(text, size, face, max);
  const scale = size / fontOf(face).unitsPerEm;
  const width = widthOf(shown, size, face);
  const left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;
  let data = '';
  let offset = 0;
  let previous = '';
  for (const character of shown) {
    const { advance, commands } = outlineOf(face, character);
    if (face === 'display') offset += kerning(previous, character);
    for (const { letter, numbers } of commands) {
      data += letter + numbers.map((value, index) => (index % 2 === 0 ? value + offset : value)).join(' ');
    }
    offset += advance;
    previous = character;
  }
  return `<path transform="translate(${left.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(6)})" fill="${fill}" d="${data}"/>`;
}

/** Kerning of two letters in the display face. Smaller text looks the same without. */
function kerning(left: string, right: string): number {
  if (left === '') return 0;
  const font = fontOf('display');
  return font.getKerningValue(font.charToGlyph(left), font.charToGlyph(right));
}

/** Breaks text into at most `lines` lines, which are no wider than `max` pixels. */
export function wrap(text: string, max: number, size: number, face: Face = 'regular', lines = 9): string[] {
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
export function paragraph(
  x: number,
  y: number,
  text: string,
  style: LabelStyle & { max: number; leading?: number; lines?: number },
): string[] {
  const { max, leading = 1.45, lines = 9, ...rest } = style;
  const size = style.size ?? 14;
  return wrap(text, max, size, style.face, lines).map((line, index) =>
    label(x, y + index * size * leading, line, rest),
  );
}
