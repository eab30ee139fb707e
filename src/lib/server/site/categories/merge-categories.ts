// Merges a category into another one. The category stays while a job moves its listings, and leads to the other one
// when none is left; from the beginning on, listings that name it get the other one (settle-categories.ts).
import type {
  DeskCategories,
  MergeCategory,
  MergePreview,
} from '../../../shared/schemas/moderation/categories.ts';
import { messages } from '../../../shared/text/messages.ts';
import {
  changeCategory,
  countByCategory,
  countWithBoth,
  findCategoryRows,
  findFormerNames,
  lockCategories,
} from '../../apps/index.ts';
import { readingIn } from '../../platform/db/database.ts';
import type { CategoryTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Actor, SiteContext } from '../context.ts';
import { categoryWithId } from './change-categories.ts';
import { enqueueCategoryJob } from './category-job.ts';
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
  const { audit, clock, db, publishChanges, wakeJobs } = context;
  await audit.write(client, async (trx, record) => {
    // Waits for listings that are being stored with the category, so that the job finds them.
    const rows = await lockCategories(db.engine, trx);
    // A repeated request finds what the first one has begun or done.
    const done = (await findFormerNames(trx)).find(
      ({ merged_key: key }) => key !== null && idOfCategory(key) === id,
    );
    if (done && idOfCategory(done.category) === into) return;
    const { from, to } = pairOf(rows, id, into);
    if (from.merges_into === to.key) return;
    if (from.version !== version) throw new AppError(409, messages.site.changedMeanwhile);
    if (from.merges_into !== null || to.merges_into !== null)
      throw new AppError(409, messages.categories.merging);
    if (rows.some(({ merges_into }) => merges_into === from.key))
      throw new AppError(409, messages.categories.target);
    const now = clock();
    await changeCategory(trx, from.key, {
      merges_into: to.key,
      merge_total: (await countByCategory(readingIn(trx))).get(from.key) ?? 0,
      version: from.version + 1,
      changed_at: now,
    });
    await enqueueCategoryJob(trx, now);
    await record('site.category-merged', userId);
  });
  await publishChanges([dataKey.categories]);
  wakeJobs();
  return await showCategories(context);
}
