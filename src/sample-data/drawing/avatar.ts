import { person } from './art/people.ts';
import { createRandom } from './random.ts';
import { createSheet } from '../../lib/server/platform/drawing/sheet.ts';

/** A head-and-shoulders drawing: SVG of 256 by 256 pixels, always the same for the same name. */
export function drawAvatar(name: string): string {
  const sheet = createSheet(256, 256);
  return sheet.toSvg(person(256, 256, createRandom(`avatar ${name}`), sheet, name));
}
