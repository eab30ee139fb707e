import { findScreenshot, type FoundScreenshot } from '../apps/index.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { bindContext } from '../platform/reads/slices.ts';
import {
  deleteScreenshot,
  replaceScreenshot,
  requireMayChange,
  requireMayDelete,
  type ScreenshotsContext,
} from './change-screenshot.ts';

/** @returns null when there is no such screenshot */
async function findPublicScreenshot({ read, reads }: Reader, id: string): Promise<FoundScreenshot | null> {
  const screenshot = isId(id) ? await findScreenshot(read, id) : null;
  if (screenshot) reads.note(dataKey.app(screenshot.appId));
  return screenshot;
}

export function createScreenshots(context: ScreenshotsContext) {
  return {
    reads: { findScreenshot: findPublicScreenshot },
    actions: bindContext(context, {
      requireMayChange,
      requireMayDelete,
      replaceScreenshot,
      deleteScreenshot,
    }),
  };
}
