import type { Caller } from '../accounts/index.ts';
import type { PictureSource } from '../media/index.ts';
import { isId } from '../platform/ids.ts';
import {
  deleteScreenshot,
  replaceScreenshot,
  requireMayChange,
  type ScreenshotsContext,
} from './change-screenshot.ts';
import { findScreenshot } from './screenshot-queries.ts';

export type Screenshots = ReturnType<typeof createScreenshots>;

export function createScreenshots(context: ScreenshotsContext) {
  return {
    /** @returns null when there is no such screenshot */
    findScreenshot: async (id: string) => (isId(id) ? await findScreenshot(context.db.read, id) : null),
    /** What can be said before the body of the request is read. @throws AppError 404 or 403 */
    requireMayChange: (caller: Caller, id: string) => requireMayChange(context, caller, id),
    replaceScreenshot: (caller: Caller, id: string, source: PictureSource) =>
      replaceScreenshot(context, caller, id, source),
    deleteScreenshot: (caller: Caller, id: string) => deleteScreenshot(context, caller, id),
  };
}
