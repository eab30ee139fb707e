// The shelves that editors keep. A change is published under the key 'shelves': when it is answered, every node has
// dropped the pages that show the old shelves.
import { sql } from 'kysely';
import type { AppListing } from '../../shared/schemas/apps.ts';
import {
  checkQuality,
  slotNumbers,
  slotOfNumber,
  type AddShelf,
  type ChangeShelf,
  type DeskShelfJson,
  type PickJson,
} from '../../shared/schemas/shelves.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { pictureUrl } from '../../shared/page/pictures.ts';
import { formatMinute, toIso } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/sessions.ts';
import { requireApp } from '../apps/find-app.ts';
import { asListings } from '../apps/listings.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { countDeleted, countUpdated } from '../platform/db/statements.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { unrecordedReader } from '../platform/reads/reader.ts';

/** The member of staff who changes a shelf. */
type Editor = Pick<Caller, 'userId' | 'client'>;

/** A later version, which may run beside this one, may have more slots. */
export const knownShelves = (db: ReadDb) =>
  db.selectFrom('shelves').where('shelves.slot', 'in', Object.values(slotNumbers));

/** Ids of the apps on each of the shelves, in their order. */
export async function findPicks(db: ReadDb, shelfIds: string[]): Promise<Map<string, string[]>> {
  if (shelfIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shelf_apps')
    .select(['shelf_id', 'app_id'])
    .where('shelf_id', 'in', shelfIds)
    .orderBy('position')
    .execute();
  const byShelf = Map.groupBy(rows, (row) => row.shelf_id);
  return new Map(shelfIds.map((id) => [id, (byShelf.get(id) ?? []).map((row) => row.app_id)]));
}

/** An app with what it lacks. */
const pickOf = ({ clock, siteUrl }: Context, app: AppListing): PickJson => ({
  id: app.id,
  name_id: app.nameId,
  name: app.name,
  description: app.description,
  logo: app.logo && siteUrl + pictureUrl(app.logo),
  is_listed: app.state === 'public',
  missing: checkQuality(app, clock()).flatMap(({ isPassed, name }) => (isPassed ? [] : [name])),
});

async function describeShelves(context: Context, rows: readonly Row<'shelves'>[]): Promise<DeskShelfJson[]> {
  const { db, clock } = context;
  const now = clock();
  const picked = await findPicks(
    db.read,
    rows.map(({ id }) => id),
  );
  const ids = [...new Set([...picked.values()].flat())];
  const listings = await asListings.find(unrecordedReader(db), ids, { inAnyState: true });
  const byId = new Map(listings.map((app) => [app.id, pickOf(context, app)]));
  return rows.map((row) => ({
    id: row.id,
    slot: slotOfNumber(row.slot),
    title: row.title,
    from: toIso(row.starts_at),
    until: toIso(row.ends_at),
    status: row.ends_at <= now ? 'over' : row.starts_at <= now ? 'current' : 'upcoming',
    version: row.version,
    created_by: row.created_by,
    apps: (picked.get(row.id) ?? []).flatMap((id) => byId.get(id) ?? []),
  }));
}

/** All shelves, those that begin last first. @throws AppError 400 for an invalid cursor */
export async function listShelves(
  context: Context,
  cursor: string | undefined,
): Promise<Page<DeskShelfJson>> {
  const { read } = context.db;
  const shelves = knownShelves(read);
  const keyset = { cursor, table: 'shelves', column: 'starts_at' } as const;
  const page = await keysetPage(read, shelves.selectAll('shelves'), keyset);
  return { ...page, items: await describeShelves(context, page.items) };
}

/** @param text with an app's address, or its last segment. @throws AppError 404 */
export async function checkPick(context: Context, text: string): Promise<PickJson> {
  const path = text.trim().replace(/[?#].*$/, '');
  const app = await requireApp(unrecordedReader(context.db), /\/app\/([^/]+)/.exec(path)?.[1] ?? path);
  return pickOf(context, app);
}

const missing = (): AppError => new AppError(404, messages.shelves.missing);
const changed = (): AppError => new AppError(409, messages.site.changedMeanwhile);

const columnsOf = ({ title, slot, from, until }: AddShelf) => ({
  title,
  slot: slotNumbers[slot],
  starts_at: Date.parse(from),
  ends_at: Date.parse(until),
});

/**
 * Editors pick what everybody can see and what passes every check, and never their own apps.
 * @param kept apps that are on the shelf already, and may stay although they lack something now
 * @throws AppError 400, or 403 for an app of the editor
 */
async function requireApps(
  context: Context,
  { userId }: Editor,
  ids: readonly string[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const added = ids.filter((id) => !kept.has(id));
  const apps = await asListings.find(unrecordedReader(context.db), added.filter(isId));
  if (apps.length < added.length) throw fieldError('apps', messages.shelves.unlisted);
  for (const app of apps) {
    if (app.owner.id === userId) throw new AppError(403, messages.shelves.ownApp(app.name));
    const lacks = pickOf(context, app).missing.map((name) => messages.quality[name].label.toLowerCase());
    if (lacks.length > 0) throw fieldError('apps', messages.shelves.unfit(app.name, lacks.join(', ')));
  }
}

function requireFutureEnd({ ends_at }: Row<'shelves'>, now: number): void {
  if (ends_at <= now) throw fieldError('until', messages.shelves.pastEnd);
}

/** Names the shelf of the slot that is in the way. The lock of all shelves must be held. @throws AppError 409 */
async function requireFree(trx: WriteDb, { id, slot, starts_at, ends_at }: Row<'shelves'>): Promise<void> {
  const other = await trx
    .selectFrom('shelves')
    .selectAll()
    .where('slot', '=', slot)
    .where('id', '<>', id)
    .where('starts_at', '<', ends_at)
    .where('ends_at', '>', starts_at)
    .executeTakeFirst();
  if (!other) return;
  const when = `${formatMinute(other.starts_at)} to ${formatMinute(other.ends_at)}`;
  throw new AppError(409, messages.shelves.overlap(other.title, when));
}

/** Key of an advisory lock, beside those of platform/db/postgres.ts. */
const shelvesLock = 7_245_118_805;

/** Stores a shelf with its apps, unless another one is in the way. */
async function storeShelf(
  context: Context,
  { client, userId }: Editor,
  {
    row,
    apps,
    event,
  }: { row: Row<'shelves'>; apps: readonly string[]; event: 'shelf.added' | 'shelf.changed' },
  store: (trx: WriteDb) => Promise<void>,
): Promise<DeskShelfJson> {
  const { audit, db } = context;
  await audit.write(client, async (trx, record) => {
    // Two editors may add shelves at once. SQLite has one writer at a time.
    if (db.engine.name === 'postgres') await sql`select pg_advisory_xact_lock(${shelvesLock})`.execute(trx);
    await requireFree(trx, row);
    await store(trx);
    const picks = apps.map((app_id, position) => ({ shelf_id: row.id, app_id, position }));
    await trx.insertInto('shelf_apps').values(picks).execute();
    noteChanged(dataKey.shelves);
    await record(event, userId);
  });
  const [shelf] = await describeShelves(context, [row]);
  if (!shelf) throw missing();
  return shelf;
}

export async function addShelf(context: Context, editor: Editor, form: AddShelf): Promise<DeskShelfJson> {
  const now = context.clock();
  const made = { version: 1, created_by: editor.userId, created_at: now, changed_at: now };
  const row: Row<'shelves'> = { id: newId(), ...columnsOf(form), ...made };
  requireFutureEnd(row, now);
  await requireApps(context, editor, form.apps);
  return await storeShelf(context, editor, { row, apps: form.apps, event: 'shelf.added' }, async (trx) => {
    await trx.insertInto('shelves').values(row).execute();
  });
}

async function findShelf(db: ReadDb | WriteDb, id: string): Promise<Row<'shelves'>> {
  const row = await db.selectFrom('shelves').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  return row;
}

/** A shelf that is over stays as visitors saw it. @throws AppError 404, 409 */
export async function changeShelf(
  context: Context,
  editor: Editor,
  id: string,
  { version, ...form }: ChangeShelf,
): Promise<DeskShelfJson> {
  const { clock, db } = context;
  const now = clock();
  const before = await findShelf(db.read, id);
  const kept = (await findPicks(db.read, [id])).get(id);
  if (before.ends_at <= now) throw new AppError(409, messages.shelves.over);
  const row = { ...before, ...columnsOf(form), version: version + 1, changed_at: now };
  requireFutureEnd(row, now);
  await requireApps(context, editor, form.apps, new Set(kept));
  return await storeShelf(context, editor, { row, apps: form.apps, event: 'shelf.changed' }, async (trx) => {
    const same = trx.updateTable('shelves').set(row).where('id', '=', id).where('version', '=', version);
    if ((await countUpdated(same)) === 0) throw changed();
    await trx.deleteFrom('shelf_apps').where('shelf_id', '=', id).execute();
  });
}

export async function removeShelf(
  { audit }: Context,
  { client, userId }: Editor,
  id: string,
  { version }: { version: number },
): Promise<void> {
  await audit.write(client, async (trx, record) => {
    await findShelf(trx, id);
    const removed = trx.deleteFrom('shelves').where('id', '=', id).where('version', '=', version);
    if ((await countDeleted(removed)) === 0) throw changed();
    noteChanged(dataKey.shelves);
    await record('shelf.removed', userId);
  });
}
