import type { Database } from '../platform/db/database.ts';
import { isId } from '../platform/ids.ts';
import { findScreenshot } from './screenshot-queries.ts';

export type Screenshots = ReturnType<typeof createScreenshots>;

export function createScreenshots({ db }: { db: Database }) {
  return {
    /** @returns null when there is no such screenshot */
    findScreenshot: async (id: string) => (isId(id) ? await findScreenshot(db.read, id) : null),
  };
}
