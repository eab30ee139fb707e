// What editors change. A change is published under the key 'shelves': when it is answered, every node has dropped the
// pages that show the old shelves.
import { checkQuality } from '../../../shared/schemas/front/app-quality.ts';
import { slotNumbers, type AddShelf, type ChangeShelf } from '../../../shared/schemas/moderation/shelves.ts';
import { formatMinute } from '../../../shared/text/dates/dates.ts';
import { messages } from '../../../shared/text/messages.ts';
import { findListings } from '../../apps/index.ts';
import { noteChanged } from '../../platform/db/after-commit.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import type { ShelfTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import { unrecordedReader } from '../../platform/reads/reader.ts';
import type { Editor, ShelvesContext } from '../context.ts';
import { findOverlapping, findShelf } from '../shelf-queries.ts';
import { requireFutureEnd, requireNotOver, requirePickable } from '../shelf-policy.ts';
import { deleteShelf, insertShelf, replaceShelf } from '../shelf-writes.ts';
import { describeShelves, type DeskShelf } from './desk-shelf.ts';

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
