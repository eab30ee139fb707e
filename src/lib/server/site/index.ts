// What staff set for the whole site: the contact address, the announcement and the categories.
import type { Context } from '../context.ts';
import type { Category } from '../platform/category-list.ts';
import { DatabaseUnavailable, type ReadDb, type WriteDb } from '../platform/db/database.ts';
import { dataKey, type DataKey } from '../platform/reads/data-keys.ts';
import {
  type Announcement,
  announcementAt,
  averageNairaPerGb,
  findSettings,
  instantOf,
  type SiteState,
} from './state.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { countRows, hasRow } from '../platform/db/statements.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import type { Staff } from '../platform/security/client.ts';
import type {
  ChangeAnnouncement,
  ChangeCategory,
  ChangeContact,
  ChangeDataPrice,
  DeskCategories,
  MergeCategory,
  MergePreview,
  SiteSettingsJson,
} from '../../shared/schemas/desk.ts';
import { isoOrNull } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { findCategoryRows, findFormerNames, lockAppsInCategory, moveCategory } from '../apps/categories.ts';
import { skeletonsOf } from '../platform/names/skeleton.ts';
import { type CategoryKey, categoryLimits } from '../../shared/schemas/categories.ts';
import { slugify } from '../../shared/text/text.ts';

/** Records that the answer is made of the settings, or of the categories. */
function stateOf({ reads, site }: Context, key: DataKey = dataKey.site): SiteState {
  reads.note(key);
  if (site.isStale()) reads.keepFor(0);
  return site;
}

// The settings of the site as admins change them at the desk.

/** The settings with their versions, as they are stored. */
async function showSettings({ db, site }: Context): Promise<SiteSettingsJson> {
  const { contact, 'data-price': dataPrice, announcement } = await findSettings(db.read);
  return {
    contact: { version: contact.version, ...contact.value, default_email: site.defaultEmail },
    data_price: { version: dataPrice.version, ...dataPrice.value, default_naira_per_gb: averageNairaPerGb },
    announcement: { version: announcement.version, current: announcement.value },
  };
}

/**
 * What admins change at the desk. A change is published under the key 'site': when it is answered, every node has read
 * it and has dropped the pages that were made of the old one.
 * @returns a function that throws AppError 409 where somebody else has changed the setting since
 */
const changing =
  <Form extends { version: number }>(
    name: Row<'site_settings'>['name'],
    event: AuditEvent,
    valueOf: (value: Omit<Form, 'version'>) => object | null = (value) => value,
  ) =>
  async (context: Context, { client, userId }: Staff, form: Form): Promise<SiteSettingsJson> => {
    const { audit, clock } = context;
    const { version, ...value } = form;
    await audit.write(client, async (trx, record) => {
      const row = { value: JSON.stringify(valueOf(value)), version: version + 1, updated_at: clock() };
      const change = trx.updateTable('site_settings').set(row).where('name', '=', name);
      const first = trx.insertInto('site_settings').values({ name, ...row });
      // Version 0 stands for no row.
      const isStored = await hasRow(
        version > 0
          ? change.where('version', '=', version).returning('name')
          : first.onConflict((conflict) => conflict.doNothing()).returning('name'),
      );
      if (!isStored) throw new AppError(409, messages.changedMeanwhile);
      noteChanged(dataKey.site);
      await record(event, userId);
    });
    return await showSettings(context);
  };

const changeContact = changing<ChangeContact>('contact', 'site.contact-changed');

const changeDataPrice = changing<ChangeDataPrice>('data-price', 'site.data-price-changed');

const changeAnnouncement = changing<ChangeAnnouncement>(
  'announcement',
  'site.announcement-changed',
  ({ from, until, ...shown }): Announcement => ({
    ...shown,
    id: newId(),
    from: isoOrNull(instantOf(from)),
    until: isoOrNull(instantOf(until)),
  }),
);

const removeAnnouncement = changing<{ version: number }>(
  'announcement',
  'site.announcement-removed',
  () => null,
);

// The categories at the desk. A change is published under the key 'categories': when it is answered, every node has
// read it and has dropped the pages that show the old names (docs/decisions/028-categories.md).

/** The permanent id of a category in addresses of the API and the desk, made of its key. */
const idOfCategory = (key: string): string => slugify(key);

/** The categories with the numbers of their listings in any state, as staff see them. */
async function showCategories({ db }: Context): Promise<DeskCategories> {
  const [rows, formerNames, counts] = await Promise.all([
    findCategoryRows(db.read),
    findFormerNames(db.read),
    countByCategory(db.read),
  ]);
  return {
    most: categoryLimits.most,
    categories: rows.map((row) => ({
      id: idOfCategory(row.key),
      name: row.name,
      version: row.version,
      listings: counts.get(row.key) ?? 0,
      former_names: formerNames
        .filter(({ category, slug }) => category === row.key && slug !== row.slug)
        .map(({ name }) => name),
    })),
  };
}

/** Locks all categories, in the order of their keys, against other changes and against listings that name one. */
async function lockCategories(trx: WriteDb): Promise<Row<'categories'>[]> {
  const rows = trx.selectFrom('categories').selectAll().orderBy('key');
  // The statement that waits for the locks does not see what others have added meanwhile; the next one does.
  await rows.forUpdate().execute();
  return await rows.execute();
}

/** Keeps a name that leads to a category from now on. A row that remembers a merged category goes on doing so. */
async function keepFormerName(trx: WriteDb, row: Row<'category_aliases'>): Promise<void> {
  const { name, category, created_at } = row;
  await trx
    .insertInto('category_aliases')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((eb) => ({
        name,
        category,
        merged_key: eb.fn.coalesce('excluded.merged_key', 'category_aliases.merged_key'),
        created_at,
      })),
    )
    .execute();
}

/** How many listings each category has; one without listings is left out. */
async function countByCategory(db: ReadDb): Promise<Map<CategoryKey, number>> {
  const rows = await db
    .selectFrom('app_categories')
    .select(({ fn }) => ['category', fn.countAll<number>().as('apps')])
    .groupBy('category')
    .execute();
  return new Map(rows.map(({ category, apps }) => [category, apps]));
}

const conflict = (sentence: string): AppError => new AppError(409, sentence);

/** @throws AppError 404 */
function categoryWithId(rows: readonly Row<'categories'>[], id: string): Row<'categories'> {
  const row = rows.find(({ key }) => idOfCategory(key) === id);
  if (!row) throw new AppError(404, 'This category no longer exists. Reload the list.');
  return row;
}

/**
 * Two names that look alike, or have one slug, would be mistaken for each other.
 * @param own the category that gets the name, whose own former names it may have again
 * @throws AppError 400
 */
async function refuseTaken(
  trx: WriteDb,
  rows: readonly Row<'categories'>[],
  name: string,
  own: Row<'categories'> | null,
): Promise<void> {
  const wanted = skeletonsOf(name).all;
  const isLike = (other: string): boolean =>
    slugify(other) === slugify(name) || skeletonsOf(other).all.some((one) => wanted.includes(one));
  const twin = rows.find((row) => row.key !== own?.key && isLike(row.name));
  if (twin) throw fieldError('name', `This name is too similar to '${twin.name}'. Choose another one.`);
  for (const former of await findFormerNames(trx)) {
    if (former.category === own?.key || !isLike(former.name)) continue;
    const now = rows.find(({ key }) => key === former.category);
    throw fieldError('name', messages.categories.formerName(now?.name ?? former.name));
  }
}

/**
 * Makes a change of a member of staff while all categories are locked.
 * @param work returns whether there was anything to change: a repeated request finds what the first one has done
 */
async function change(
  context: Context,
  { client, userId }: Staff,
  event: AuditEvent,
  work: (trx: WriteDb, rows: Row<'categories'>[]) => Promise<boolean>,
): Promise<DeskCategories> {
  await context.audit.write(client, async (trx, record) => {
    if (!(await work(trx, await lockCategories(trx)))) return;
    noteChanged(dataKey.categories, dataKey.apps);
    await record(event, userId);
  });
  return await showCategories(context);
}

/** @throws AppError 404, 409 where somebody else has changed it since */
function unchangedCategory(rows: readonly Row<'categories'>[], id: string, version: number) {
  const row = categoryWithId(rows, id);
  if (row.version !== version) throw conflict(messages.changedMeanwhile);
  return row;
}

const addCategory = (context: Context, staff: Staff, { name }: { name: string }) =>
  change(context, staff, 'site.category-added', async (trx, rows) => {
    if (rows.some((row) => row.name === name)) return false;
    await refuseTaken(trx, rows, name, null);
    if (rows.length >= categoryLimits.most) throw conflict(messages.categories.full(categoryLimits.most));
    const now = context.clock();
    const position = Math.max(...rows.map((row) => row.position)) + 1;
    const row = { key: name, name, slug: slugify(name), version: 1, position };
    await trx
      .insertInto('categories')
      .values({ ...row, created_at: now, changed_at: now })
      .execute();
    return true;
  });

/** Renames a category, moves it in the list, or both. */
const changeCategory = (
  context: Context,
  staff: Staff,
  id: string,
  { version, name: wanted, position }: ChangeCategory,
) =>
  change(context, staff, 'site.category-changed', async (trx, rows) => {
    const row = categoryWithId(rows, id);
    const name = wanted ?? row.name;
    const order = rows.toSorted((one, other) => one.position - other.position);
    const place = order.indexOf(row);
    const newPlace = position === undefined ? place : Math.min(position, order.length) - 1;
    if (name === row.name && newPlace === place) return false;
    unchangedCategory(rows, id, version);
    const now = context.clock();
    const slug = slugify(name);
    const own = trx.updateTable('categories').where('key', '=', row.key);
    if (name !== row.name) {
      await refuseTaken(trx, rows, name, row);
      // A former name that the category has again is none. A row that remembers a merged category stays, because rules
      // know that one by its key.
      const former = trx.deleteFrom('category_aliases').where('slug', '=', slug);
      await former.where('merged_key', 'is', null).execute();
      const kept = { slug: row.slug, name: row.name, category: row.key };
      await keepFormerName(trx, { ...kept, merged_key: null, created_at: now });
      await own.set({ name, slug }).execute();
      // The search finds listings by the names of their categories.
      await context.reindex(trx, await lockAppsInCategory(trx, row.key));
    }
    await own.set({ version: row.version + 1, changed_at: now }).execute();
    if (newPlace !== place)
      for (const [at, one] of order.toSpliced(place, 1).toSpliced(newPlace, 0, row).entries())
        await trx.updateTable('categories').set({ position: at }).where('key', '=', one.key).execute();
    return true;
  });

/** Removes a category that no listing has. Its addresses answer 404 then. */
const removeCategory = (context: Context, staff: Staff, id: string, { version }: { version: number }) =>
  // Waits for listings that are being stored, so that they are counted.
  change(context, staff, 'site.category-removed', async (trx, rows) => {
    const { key } = unchangedCategory(rows, id, version);
    const listings = (await countByCategory(trx)).get(key) ?? 0;
    if (listings > 0) throw conflict(messages.categories.used(listings));
    if (rows.length === 1) throw conflict('The directory needs at least one category.');
    await trx.deleteFrom('categories').where('key', '=', key).execute();
    return true;
  });

// Merges a category into another one, to which its names and addresses lead from then on.

/** @throws AppError 400 for the same category, 404 for one that there is not */
function pairOf(rows: readonly Row<'categories'>[], id: string, into: string) {
  const pair = { from: categoryWithId(rows, id), to: categoryWithId(rows, into) };
  if (pair.from === pair.to) throw fieldError('into', 'Choose a different category.');
  return pair;
}

/** How many listings a merge would move. */
async function previewMerge({ db }: Context, id: string, into: string): Promise<MergePreview> {
  const { from, to } = pairOf(await findCategoryRows(db.read), id, into);
  const having = ({ key }: Row<'categories'>) =>
    db.read.selectFrom('app_categories').select('app_id as id').where('category', '=', key);
  const both = having(from).where('app_id', 'in', having(to));
  return {
    listings: await countRows(db.read, having(from)),
    both: await countRows(db.read, both),
  };
}

const mergeCategory = (context: Context, staff: Staff, id: string, { version, into }: MergeCategory) =>
  // Waits for listings that are being stored with the category.
  change(context, staff, 'site.category-merged', async (trx, rows) => {
    const done = (await findFormerNames(trx)).find(
      ({ merged_key: key }) => key !== null && idOfCategory(key) === id,
    );
    if (done && idOfCategory(done.category) === into) return false;
    if (done && rows.every(({ key }) => idOfCategory(key) !== id)) throw conflict(messages.changedMeanwhile);
    const { from, to } = pairOf(rows, id, into);
    const { key, name, slug } = unchangedCategory(rows, id, version);
    const appIds = await lockAppsInCategory(trx, from.key);
    await moveCategory(trx, from.key, to.key);
    const names = trx.updateTable('category_aliases').set({ category: to.key });
    await names.where('category', '=', from.key).execute();
    const former = { category: to.key, created_at: context.clock() };
    await keepFormerName(trx, { ...former, slug, name, merged_key: null });
    // No other category has the slug of the key, so two merged categories of the same name are both remembered.
    await keepFormerName(trx, { ...former, slug: idOfCategory(key), name: key, merged_key: key });
    await trx.deleteFrom('categories').where('key', '=', key).execute();
    await context.reindex(trx, appIds);
    return true;
  });

export const site = {
  reads: {
    /** Where feedback and complaints go. */
    contactEmail: (context: Context): string => stateOf(context).contactEmail,
    /** Naira that people pay for a gigabyte; 0 where pages name no price. */
    dataPrice: (context: Context): number =>
      stateOf(context).current()['data-price'].value.naira_per_gb ?? averageNairaPerGb,
    /** The announcement that is shown now. The answer is kept until that changes. */
    announcement(context: Context): Announcement | null {
      const now = context.clock();
      const { shown, changesAt } = announcementAt(stateOf(context).current().announcement.value, now);
      if (changesAt !== null) context.reads.keepFor(changesAt - now);
      return shown;
    },
    /** In the order in which pages show them. */
    categories: (context: Context): readonly Category[] =>
      stateOf(context, dataKey.categories).categories().all,
    /** The category with this slug, or one that had it: the slug of its name differs then. */
    categoryOfSlug: (context: Context, slug: string): Category | undefined =>
      stateOf(context, dataKey.categories).categories().ofSlug(slug),
    /**
     * The category with this name, or one that had it, ignoring case.
     * @throws DatabaseUnavailable for an unknown one while the categories cannot be read: it may have been added
     */
    categoryNamed(context: Context, name: string): Category | undefined {
      const state = stateOf(context, dataKey.categories);
      const found = state.categories().named(name);
      if (found || !state.isStale()) return found;
      throw new DatabaseUnavailable(new Error('The categories have not been read again yet.'));
    },
  },
  actions: {
    ...{ addCategory, changeCategory, mergeCategory, previewMerge, removeCategory, showCategories },
    ...{ changeAnnouncement, changeContact, changeDataPrice, removeAnnouncement, showSettings },
  },
};
