// Shelves and apps as editors see them.
import {
  checkQuality,
  type QualityName,
  slotOfNumber,
  type ShelfSlot,
} from '../../../shared/schemas/shelves.ts';
import type { AppListing } from '../../../shared/schemas/apps.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { absentApp, findApp, findListings } from '../../apps/index.ts';
import type { ShelfTable } from '../../platform/db/schema.ts';
import { unrecordedReader } from '../../platform/reads/reader.ts';
import type { ShelvesContext } from '../context.ts';
import { findPicks, findShelfPage } from '../shelf-queries.ts';

/** An app with what it lacks. */
export interface CheckedApp {
  app: AppListing;
  isListed: boolean;
  missing: QualityName[];
}

export interface DeskShelf {
  row: ShelfTable;
  slot: ShelfSlot;
  status: 'upcoming' | 'current' | 'over';
  picks: CheckedApp[];
}

function pickOf(app: AppListing, now: number): CheckedApp {
  const failed = checkQuality(app, now).filter(({ isPassed }) => !isPassed);
  return { app, isListed: app.state === 'public', missing: failed.map(({ name }) => name) };
}

export async function describeShelves(
  { db, clock }: Pick<ShelvesContext, 'clock' | 'db'>,
  rows: readonly ShelfTable[],
): Promise<DeskShelf[]> {
  const now = clock();
  const picked = await findPicks(
    db.read,
    rows.map(({ id }) => id),
  );
  const ids = [...new Set([...picked.values()].flat())];
  const listings = await findListings(unrecordedReader(db), ids, { inAnyState: true });
  const byId = new Map(listings.map((app) => [app.id, pickOf(app, now)]));
  return rows.map((row) => ({
    row,
    slot: slotOfNumber(row.slot),
    status: row.ends_at <= now ? 'over' : row.starts_at <= now ? 'current' : 'upcoming',
    picks: (picked.get(row.id) ?? []).flatMap((id) => byId.get(id) ?? []),
  }));
}

/** All shelves, those that begin last first. @throws AppError 400 for an invalid cursor */
export async function listShelves(
  context: ShelvesContext,
  cursor: string | undefined,
): Promise<Page<DeskShelf>> {
  const page = await findShelfPage(context.db.read, cursor);
  return { ...page, items: await describeShelves(context, page.items) };
}

/** The last segment of an app's address, or the text itself. */
function nameIdIn(text: string): string {
  const path = text.trim().replace(/[?#].*$/, '');
  return /\/app\/([^/]+)/.exec(path)?.[1] ?? path;
}

/** @throws AppError 404 */
export async function checkPick({ db, clock }: ShelvesContext, text: string): Promise<CheckedApp> {
  const reader = unrecordedReader(db);
  let found = await findApp(reader, nameIdIn(text));
  if (found.kind === 'renamed') found = await findApp(reader, found.nameId);
  if (found.kind !== 'found') throw absentApp(found);
  return pickOf(found.app, clock());
}
