// Lists of apps that people make. A list is written whole, and its address is fixed for life.
import { randomBytes } from 'node:crypto';
import { urls } from '../../shared/addresses/urls.ts';
import { pictureUrl } from '../../shared/page/pictures.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { AddList, ListHead, ListJson } from '../../shared/schemas/lists.ts';
import { fullName } from '../../shared/schemas/users.ts';
import { toIso } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { slugify } from '../../shared/text/text.ts';
import type { Caller } from '../accounts/sessions.ts';
import { lockAccount, publicUsers } from '../accounts/users.ts';
import { requireVerified } from '../apps/find-app.ts';
import { asCards, type AppCard } from '../apps/listings.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { Flag } from '../platform/db/schema/columns.ts';
import { countRows, countUpdated } from '../platform/db/statements.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { noteDeletion, wasDeleted } from '../platform/idempotency/deletions.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { refuseImpostor, refuseRestricted } from '../rules/index.ts';
import { refuseRuledLinks } from '../rules/judge-listing.ts';

export const lists = {
  reads: { findList, listPublicLists },
  actions: { deleteList, findOwnList, listOwnLists, writeList },
};

interface Entry {
  id: string;
  note: string;
  /** null for one that is not public now. */
  app: AppCard | null;
}
/** @typeParam Of what its apps are: visitors see those that are public now */
export interface AppList<Of = Entry & { app: AppCard }> {
  list: ListHead;
  apps: Of[];
}

/** Those of accounts that everybody may see. */
const openLists = (db: ReadDb) =>
  publicUsers(db)
    .innerJoin('lists', 'lists.owner_id', 'users.id')
    .selectAll('lists')
    .select(['firstname', 'lastname']);
type ListRow = Awaited<ReturnType<ReturnType<typeof openLists>['executeTakeFirstOrThrow']>>;

const headOf = ({ siteUrl }: Context, row: ListRow): ListHead => ({
  slug: row.slug,
  title: row.title,
  sentence: row.sentence,
  is_public: row.is_public === 1,
  url: siteUrl + urls.list(row.slug),
  owner: { id: row.owner_id, name: fullName(row) },
  version: row.version,
  created_at: toIso(row.created_at),
  changed_at: toIso(row.changed_at),
});

async function findRow({ read, reads }: Reader, slug: string): Promise<ListRow | undefined> {
  reads.note(dataKey.list(slug));
  const row = /^[a-z0-9-]{1,300}$/.test(slug)
    ? await openLists(read).where('slug', '=', slug).executeTakeFirst()
    : undefined;
  if (row) reads.note(dataKey.user(row.owner_id));
  return row;
}

async function entriesOf(reader: Reader, listId: string): Promise<Entry[]> {
  const apps = reader.read.selectFrom('list_apps').select(['app_id', 'note']).where('list_id', '=', listId);
  const rows = await apps.orderBy('position').execute();
  const cards = await findCards(
    reader,
    rows.map((row) => row.app_id),
  );
  return rows.map(({ app_id: id, note }) => ({ id, note, app: cards.get(id) ?? null }));
}

const findCards = async (reader: Reader, ids: string[]): Promise<Map<string, AppCard>> =>
  new Map(ids.length === 0 ? [] : (await asCards.find(reader, ids)).map((card) => [card.id, card]));

/** As visitors see it. @returns null where there is no such list, or its maker is suspended */
async function findList(reader: Context, slug: string): Promise<AppList | null> {
  const row = await findRow(reader, slug);
  if (!row) return null;
  const entries = await entriesOf(reader, row.id);
  return {
    list: headOf(reader, row),
    apps: entries.flatMap(({ app, ...entry }) => (app ? [{ ...entry, app }] : [])),
  };
}

/** Public lists that have apps, the newest first: those with an app, those of an account, or all. */
async function listPublicLists(
  reader: Context,
  { appId, ownerId, limit = limits.lists }: { appId?: string; ownerId?: string; limit?: number },
): Promise<ListHead[]> {
  const { read, reads } = reader;
  if (appId !== undefined) reads.note(dataKey.listsOf(appId));
  else reads.note(ownerId === undefined ? dataKey.lists : dataKey.user(ownerId));
  let filled = read.selectFrom('list_apps').select('list_id');
  if (appId !== undefined) filled = filled.where('app_id', '=', appId);
  let open = openLists(read).where('is_public', '=', 1).where('lists.id', 'in', filled);
  if (ownerId !== undefined) open = open.where('owner_id', '=', ownerId);
  const rows = await open.orderBy('lists.id', 'desc').limit(limit).execute();
  reads.note(...rows.map((row) => dataKey.user(row.owner_id)));
  return rows.map((row) => headOf(reader, row));
}

/** All lists of the caller, the newest first. */
async function listOwnLists(context: Context, { userId }: Caller): Promise<ListHead[]> {
  const own = openLists(context.read).where('owner_id', '=', userId);
  return (await own.orderBy('lists.id', 'desc').execute()).map((row) => headOf(context, row));
}

/** With the apps that are not public now, without their names. @throws AppError 404 */
async function findOwnList(context: Context, caller: Caller, slug: string): Promise<AppList<Entry>> {
  const row = await ownRow(context, caller, slug);
  return { list: headOf(context, row), apps: await entriesOf(context, row.id) };
}

export const listJson = ({ siteUrl }: { siteUrl: string }, { list, apps }: AppList<Entry>): ListJson => ({
  ...list,
  apps: apps.map(({ id, note, app }) => ({
    id,
    name_id: app?.nameId ?? '',
    name: app?.name ?? '',
    description: app?.description ?? '',
    logo: app?.logo ? siteUrl + pictureUrl(app.logo) : null,
    note,
  })),
});

const missing = (): AppError => new AppError(404, messages.lists.missing);

async function ownRow(context: Context, { userId }: Caller, slug: string): Promise<ListRow> {
  const row = await findRow(context, slug);
  if (row?.owner_id !== userId) throw missing();
  return row;
}

/**
 * Makes a list, or replaces what the one with the slug is, where the rules let it be published.
 * @throws AppError 400 for an app that is not public, or a name or link that the rules refuse; 403; 404; 409 for too
 * many lists, or one that was changed meanwhile
 */
async function writeList(
  context: Context,
  caller: Caller,
  { apps, is_public: isPublic, title, sentence, version = 0 }: AddList & { version?: number },
  knownSlug?: string,
): Promise<AppList<Entry>> {
  const { clock, db } = context;
  const { client, userId } = caller;
  const known = knownSlug === undefined ? null : await ownRow(context, caller, knownSlug);
  requireVerified(caller);
  const before = known ? (await entriesOf(context, known.id)).map((entry) => entry.id) : [];
  // One that is on the list already stays, although it is not public now.
  const added = apps.flatMap((app) => (before.includes(app.id) ? [] : [app.id]));
  if ((await findCards(context, added)).size < added.length)
    throw fieldError('apps', 'One of these apps is not public. Only public apps can be added.');
  const { id, slug } = known ?? {
    id: newId(),
    slug: `${slugify(title) || 'list'}-${randomBytes(5).toString('hex')}`,
  };
  await db.write(async (trx) => {
    const now = clock();
    // Of two new lists at once the second counts the first.
    const owner = await lockAccount(trx, userId);
    if (!owner) throw new AppError(401, messages.errors.login);
    const account = { email: owner.email, address: client.address, accountId: userId };
    await refuseRestricted(trx, { action: 'publish', ...account, now });
    await refuseImpostor(trx, { name: title, userId, field: 'title' });
    await refuseRuledLinks(trx, { title, sentence, apps: apps.map(({ note }) => note).join('\n') });
    const flag: Flag = isPublic ? 1 : 0;
    const columns = { title, sentence, is_public: flag, version: version + 1, changed_at: now };
    if (known) {
      const same = trx.updateTable('lists').where('id', '=', id).where('version', '=', version);
      if ((await countUpdated(same.set(columns))) === 0)
        throw new AppError(409, 'This list was changed elsewhere meanwhile. Reload the page to change it.');
    } else {
      const own = trx.selectFrom('lists').select('id').where('owner_id', '=', userId);
      if ((await countRows(trx, own)) >= limits.lists) throw new AppError(409, messages.lists.tooMany);
      const row = { id, slug, owner_id: userId, created_at: now, ...columns };
      await trx.insertInto('lists').values(row).execute();
    }
    await trx.deleteFrom('list_apps').where('list_id', '=', id).execute();
    const rows = apps.map((app, position) => ({ list_id: id, app_id: app.id, position, note: app.note }));
    if (rows.length > 0) await trx.insertInto('list_apps').values(rows).execute();
    noteList(slug, userId, [...before, ...added]);
  });
  return await findOwnList(context, caller, slug);
}

const noteList = (slug: string, ownerId: string, appIds: string[]): void =>
  noteChanged(dataKey.lists, dataKey.list(slug), dataKey.user(ownerId), ...appIds.map(dataKey.listsOf));

/** Does nothing if the caller has deleted it before. @throws AppError 404 */
async function deleteList(context: Context, caller: Caller, slug: string): Promise<void> {
  if (await wasDeleted(context, caller.userId, slug)) return;
  const { id, owner_id } = await ownRow(context, caller, slug);
  const apps = (await entriesOf(context, id)).map((entry) => entry.id);
  await context.db.write(async (trx) => {
    await trx.deleteFrom('lists').where('id', '=', id).execute();
    await noteDeletion(context, trx, owner_id, [slug]);
    noteList(slug, owner_id, apps);
  });
}
