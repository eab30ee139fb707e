import type { Random } from '../random.ts';
import { box, type Markup, move, type Sheet } from '../../../lib/server/platform/drawing/sheet.ts';
import { person, poster } from './people.ts';
import { product } from './product.ts';
import { building, field, landscape, stage } from './scenery.ts';
import { car, pattern, plate } from './things.ts';

const arts = { plate, building, landscape, field, product, car, person, poster, stage, pattern };

export type ArtName = keyof typeof arts;

export interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
  /** Radius of its corners. */
  r?: number;
  /** What stands under the picture. */
  subject?: string;
}

/** One picture, cut to its frame. */
export function art(name: ArtName, frame: Frame, random: Random, sheet: Sheet): Markup {
  const { x, y, w, h, r = 0, subject = '' } = frame;
  return move(x, y, sheet.clipped(box(0, 0, w, h, '#000', r), arts[name](w, h, random, sheet, subject)));
}
