// Drawn stand-ins for photographs.
import type { Random } from '../random.ts';
import type { Markup, Sheet } from '../../../lib/server/platform/drawing/sheet.ts';

/** Draws into a box of w by h pixels at the origin; may draw beyond it, which is cut off. `subject` says what of. */
export type Art = (w: number, h: number, random: Random, sheet: Sheet, subject: string) => Markup;
