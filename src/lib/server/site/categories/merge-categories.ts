// Merges a category into another one, to which its names and addresses lead from then on.
import type {
  DeskCategories,
  MergeCategory,
  MergePreview,
} from '../../../shared/schemas/moderation/categories.ts';
import { messages } from '../../../shared/text/messages.ts';
import {
  countByCategory,
  countWithBoth,
  deleteCategory,
  findCategoryRows,
  findFormerNames,
  keepFormerName,
  lockAppsInCategory,
  lockCategories,
  moveCategory,
  moveFormerNames,
} from '../../apps/categories.ts';
import { noteChanged } from '../../platform/db/after-commit.ts';
import type { CategoryTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Actor, SiteContext } from '../context.ts';
import { categoryWithId } from './change-categories.ts';
import { idOfCategory, showCategories } from './show-categories.ts';

/** @throws AppError 400 for the same category, 404 for one that there is not */
function pairOf(rows: readonly CategoryTable[], id: string, into: string) {
  const pair = { from: categoryWithId(rows, id), to: categoryWithId(rows, into) };
  if (pair.from === pair.to)
    throw new AppError(400, messages.categories.itself, { into: messages.categories.itself });
  return pair;
}

/** How many listings a merge would move. */
export async function previewMerge(
  { db }: Pick<SiteContext, 'db'>,
  id: string,
  into: string,
): Promise<MergePreview> {
  const { from, to } = pairOf(await findCategoryRows(db.read), id, into);
  const counts = await countByCategory(db.read);
  return { listings: counts.get(from.key) ?? 0, both: await countWithBoth(db.read, from.key, to.key) };
}

export async function mergeCategory(
  context: SiteContext,
  { client, userId }: Actor,
  id: string,
  { version, into }: MergeCategory,
): Promise<DeskCategories> {
  const { audit, clock, db, reindex } = context;
  await audit.write(client, async (trx, record) => {
    // Waits for listings that are being stored with the category.
    const rows = await lockCategories(db.engine, trx);
    // A repeated request finds what the first one has done.
    const done = (await findFormerNames(trx)).find(
      ({ merged_key: key }) => key !== null && idOfCategory(key) === id,
    );
    if (done && idOfCategory(done.category) === into) return;
    if (done && rows.every(({ key }) => idOfCategory(key) !== id))
      throw new AppError(409, messages.site.changedMeanwhile);
    const { from, to } = pairOf(rows, id, into);
    if (from.version !== version) throw new AppError(409, messages.site.changedMeanwhile);
    const appIds = await lockAppsInCategory(db.engine, trx, from.key);
    await moveCategory(trx, from.key, to.key);
    await moveFormerNames(trx, from.key, to.key);
    const { key, name, slug } = from;
    const former = { category: to.key, created_at: clock() };
    await keepFormerName(trx, { ...former, slug, name, merged_key: null });
    // No other category has the slug of the key, so two merged categories of the same name are both remembered.
    await keepFormerName(trx, { ...former, slug: idOfCategory(key), name: key, merged_key: key });
    await deleteCategory(trx, key);
    await reindex(trx, appIds);
    noteChanged(dataKey.categories, dataKey.apps);
    await record('site.category-merged', userId);
  });
  return await showCategories(context);
}
