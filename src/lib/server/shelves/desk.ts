// What editors change. A change is published under the key 'shelves': when it is answered, every node has dropped the
// pages that show the old shelves.
import type { AppListing } from '../../shared/schemas/apps.ts';
import { checkQuality, type QualityCheck, type QualityName } from '../../shared/schemas/front/app-quality.ts';
import {
  type AddShelf,
  type ChangeShelf,
  type ShelfSlot,
  slotNumbers,
  slotOfNumber,
} from '../../shared/schemas/moderation/shelves.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { formatMinute } from '../../shared/text/dates/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { absentApp, findApp } from '../apps/find-app.ts';
import { findListings } from '../apps/listings.ts';
import type { Clock } from '../platform/clock.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { ShelfTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';
import type { Audit } from '../platform/security/audit.ts';
import type { Client } from '../platform/security/client.ts';
import type { ShelfReads } from './index.ts';
import {
  deleteShelf,
  findOverlapping,
  findPicks,
  findShelf,
  findShelfPage,
  insertShelf,
  replaceShelf,
} from './rows.ts';

const missing = (): AppError => new AppError(404, messages.shelves.missing);
const changed = (): AppError => new AppError(409, messages.site.changedMeanwhile);
const refuse = (field: string, sentence: string): AppError =>
  new AppError(400, sentence, { [field]: sentence });

const columnsOf = ({ title, slot, from, until }: AddShelf) => ({
  title,
  slot: slotNumbers[slot],
  starts_at: Date.parse(from),
  ends_at: Date.parse(until),
});

/** @param kept apps that are on the shelf already, and may stay although they lack something now */
async function requireApps(
  { db, clock }: ShelvesContext,
  { userId }: Editor,
  ids: readonly string[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const added = ids.filter((id) => !kept.has(id));
  const apps = await findListings(unrecordedReader(db), [...added]);
  if (apps.length < added.length) throw refuse('apps', messages.shelves.unlisted);
  for (const app of apps) requirePickable(app, checkQuality(app, clock()), userId);
}

/** Names the shelf that is in the way. Where another node is faster, the database refuses. @throws AppError 409 */
async function requireFree(trx: WriteDb, row: Parameters<typeof findOverlapping>[1]): Promise<void> {
  const other = await findOverlapping(trx, row);
  if (!other) return;
  const when = `${formatMinute(other.starts_at)} to ${formatMinute(other.ends_at)}`;
  throw new AppError(409, messages.shelves.overlap(other.title, when));
}

/** Runs the write; an overlap that only the database has noticed becomes a refusal, too. */
async function refusingOverlaps({ db }: ShelvesContext, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!db.engine.isExclusionViolation(error)) throw error;
    throw new AppError(409, messages.shelves.overlapMeanwhile, {}, undefined, { cause: error });
  }
}

async function describe(context: ShelvesContext, row: ShelfTable): Promise<DeskShelf> {
  const [shelf] = await describeShelves(context, [row]);
  if (!shelf) throw missing();
  return shelf;
}

export async function addShelf(context: ShelvesContext, editor: Editor, form: AddShelf): Promise<DeskShelf> {
  const { audit, clock } = context;
  const now = clock();
  const row: ShelfTable = {
    id: newId(),
    ...columnsOf(form),
    version: 1,
    created_by: editor.userId,
    created_at: now,
    changed_at: now,
  };
  requireFutureEnd(row.ends_at, now);
  await requireApps(context, editor, form.apps);
  await refusingOverlaps(context, () =>
    audit.write(editor.client, async (trx, record) => {
      await requireFree(trx, row);
      await insertShelf(trx, row, form.apps);
      noteChanged(dataKey.shelves);
      await record('shelf.added', editor.userId);
    }),
  );
  return await describe(context, row);
}

export async function changeShelf(
  context: ShelvesContext,
  editor: Editor,
  id: string,
  { version, ...form }: ChangeShelf,
): Promise<DeskShelf> {
  const { audit, clock, db } = context;
  const now = clock();
  const before = await findShelf(db.read, id);
  if (!before) throw missing();
  const [{ picks } = { picks: [] }] = await describeShelves(context, [before]);
  requireNotOver(before, now);
  const row = { ...before, ...columnsOf(form), version, changed_at: now };
  requireFutureEnd(row.ends_at, now);
  await requireApps(context, editor, form.apps, new Set(picks.map(({ app }) => app.id)));
  await refusingOverlaps(context, () =>
    audit.write(editor.client, async (trx, record) => {
      await requireFree(trx, row);
      if (!(await replaceShelf(trx, row, form.apps))) throw changed();
      noteChanged(dataKey.shelves);
      await record('shelf.changed', editor.userId);
    }),
  );
  return await describe(context, { ...row, version: version + 1 });
}

export async function removeShelf(
  context: ShelvesContext,
  { client, userId }: Editor,
  id: string,
  { version }: { version: number },
): Promise<void> {
  await context.audit.write(client, async (trx, record) => {
    if (!(await findShelf(trx, id))) throw missing();
    if (!(await deleteShelf(trx, id, version))) throw changed();
    noteChanged(dataKey.shelves);
    await record('shelf.removed', userId);
  });
}

// Shelves and apps as editors see them.

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

// What may stand on the shelves.

/**
 * Editors pick what everybody can see and what passes every check, and never their own apps.
 * @throws AppError 400, or 403 for an app of the editor
 */
export function requirePickable(app: AppListing, checks: readonly QualityCheck[], editorId: string): void {
  if (app.owner.id === editorId) throw new AppError(403, messages.shelves.ownApp(app.name));
  const missing = checks.filter(({ isPassed }) => !isPassed);
  if (missing.length === 0) return;
  const needs = missing.map(({ name }) => messages.quality[name].label.toLowerCase()).join(', ');
  throw refuse('apps', messages.shelves.unfit(app.name, needs));
}

/** A shelf that is over stays as visitors saw it. @throws AppError 409 */
export function requireNotOver({ ends_at }: Pick<ShelfTable, 'ends_at'>, now: number): void {
  if (ends_at <= now) throw new AppError(409, messages.shelves.over);
}

/** @throws AppError 400 */
export function requireFutureEnd(endsAt: number, now: number): void {
  if (endsAt <= now) throw new AppError(400, messages.shelves.pastEnd, { until: messages.shelves.pastEnd });
}

/** Dependencies of the use cases of this slice. */
export interface ShelvesContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  reads: ShelfReads;
}

/** The member of staff who changes a shelf. */
export interface Editor {
  userId: string;
  client: Client;
}
