import type { Caller } from '../accounts/index.ts';
import { findScreenshot, type FoundScreenshot } from '../apps/index.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import {
  deleteScreenshot,
  replaceScreenshot,
  requireMayChange,
  requireMayDelete,
  type ScreenshotsContext,
} from './change-screenshot.ts';

export type { FoundScreenshot };

/** @returns null when there is no such screenshot */
async function findPublicScreenshot({ read, reads }: Reader, id: string): Promise<FoundScreenshot | null> {
  const screenshot = isId(id) ? await findScreenshot(read, id) : null;
  if (screenshot) reads.note(dataKey.app(screenshot.appId));
  return screenshot;
}

/** Bound to their context, the use cases take what is left of their parameters. */
type Rest<Case> = Case extends (context: ScreenshotsContext, ...rest: infer Rest) => unknown ? Rest : never;

export function createScreenshots(context: ScreenshotsContext) {
  return {
    reads: { findScreenshot: findPublicScreenshot },
    actions: {
      /** What can be said before the body of the request is read. @throws AppError 404 or 403 */
      requireMayChange: (caller: Caller, id: string) => requireMayChange(context, caller, id),
      requireMayDelete: (caller: Caller, id: string) => requireMayDelete(context, caller, id),
      replaceScreenshot: (...rest: Rest<typeof replaceScreenshot>) => replaceScreenshot(context, ...rest),
      deleteScreenshot: (...rest: Rest<typeof deleteScreenshot>) => deleteScreenshot(context, ...rest),
    },
  };
}
