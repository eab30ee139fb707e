import type { Caller } from '../accounts/index.ts';
import { findScreenshot, type FoundScreenshot } from '../apps/index.ts';
import { isId } from '../platform/ids.ts';
import {
  deleteScreenshot,
  replaceScreenshot,
  requireMayChange,
  requireMayDelete,
  type ScreenshotsContext,
} from './change-screenshot.ts';

export type { FoundScreenshot };

export type Screenshots = ReturnType<typeof createScreenshots>;

/** Bound to their context, the use cases take what is left of their parameters. */
type Rest<Case> = Case extends (context: ScreenshotsContext, ...rest: infer Rest) => unknown ? Rest : never;

export function createScreenshots(context: ScreenshotsContext) {
  return {
    /** @returns null when there is no such screenshot */
    findScreenshot: async (id: string) => (isId(id) ? await findScreenshot(context.db.read, id) : null),
    /** What can be said before the body of the request is read. @throws AppError 404 or 403 */
    requireMayChange: (caller: Caller, id: string) => requireMayChange(context, caller, id),
    requireMayDelete: (caller: Caller, id: string) => requireMayDelete(context, caller, id),
    replaceScreenshot: (...rest: Rest<typeof replaceScreenshot>) => replaceScreenshot(context, ...rest),
    deleteScreenshot: (...rest: Rest<typeof deleteScreenshot>) => deleteScreenshot(context, ...rest),
  };
}
