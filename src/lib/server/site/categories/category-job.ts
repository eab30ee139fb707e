// Moves the listings of merged categories, and brings the search up to date after a renaming. The rows themselves
// show what is left to do, so a job that was killed can continue.
import type { CategoryKey } from '../../../shared/schemas/categories.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  appsInCategory,
  changeCategory,
  deleteCategory,
  findFormerNames,
  findUnfinished,
  keepFormerName,
  lockCategories,
  moveCategory,
  moveFormerNames,
  type PlaceInCategory,
} from '../../apps/index.ts';
import type { Database, WriteDb } from '../../platform/db/database.ts';
import { enqueueJob, findJob, type JobKind, type JobState } from '../../platform/jobs/jobs.ts';
import { dataKey, type PublishChanges } from '../../platform/reads/data-keys.ts';
import type { ReindexApps } from '../../platform/reindex.ts';
import { idOfCategory } from './show-categories.ts';

interface CategoryJob {
  db: Database;
  clock: Clock;
  publishChanges: PublishChanges;
  reindex: ReindexApps;
}

/** One job for all categories, so it belongs to no account. */
const jobAccount = 'categories';

/**
 * Adds the job, in the transaction that makes it necessary. Keeps the progress of a job that exists already. Wake the
 * jobs after the commit.
 */
export async function enqueueCategoryJob(trx: WriteDb, now: number): Promise<void> {
  const before = await findJob(trx, jobAccount, 'categories');
  const state = before?.state ?? {};
  await enqueueJob(trx, { kind: 'categories', accountId: jobAccount, state }, now);
}

type Step = Pick<CategoryJob, 'reindex'> & { engine: Database['engine']; batch: number; now: number };

/** The last step of a merge: the names of the category lead to the other one. */
async function endMerge(trx: WriteDb, { engine, now }: Step, from: string, to: string): Promise<void> {
  const row = (await lockCategories(engine, trx)).find(({ key }) => key === from);
  if (!row) return;
  await moveFormerNames(trx, from, to);
  const { key, name, slug } = row;
  const former = { category: to, created_at: now };
  await keepFormerName(trx, { ...former, slug, name, merged_key: null });
  // No other category has the slug of the key, so two merged categories of the same name are both remembered.
  await keepFormerName(trx, { ...former, slug: idOfCategory(key), name: key, merged_key: key });
  await deleteCategory(trx, key);
}

interface Task {
  key: CategoryKey;
  /** The category that its listings move to; null where the search has to learn its new name. */
  to: CategoryKey | null;
  /** Of the category: a later renaming begins again. */
  version: number;
}

/**
 * What is left to do. A node of an older version, which knows the first categories only, may have stored listings with
 * a category that was merged: those are moved, too.
 */
async function nextTask(trx: WriteDb): Promise<Task | null> {
  const next = await findUnfinished(trx);
  if (next) return { key: next.key, to: next.merges_into, version: next.version };
  for (const { merged_key: key, category: to } of await findFormerNames(trx))
    if (key !== null && (await appsInCategory(trx, { category: key }, 1)).length > 0)
      return { key, to, version: 0 };
  return null;
}

/** The last listing that the job took of this task; null if it has not begun the task. */
function placeOf({ key, version }: Task, state: JobState): PlaceInCategory | null {
  const { category, version: last, createdAt, id } = state;
  if (category !== key || last !== version) return null;
  return typeof createdAt === 'number' && typeof id === 'string' ? { createdAt, id } : null;
}

interface Outcome {
  /** The listings that were taken. */
  appIds: string[];
  /** Whether they have got another category. */
  isMoved: boolean;
  /** Whether nothing is left of the task. */
  isDone: boolean;
  /** Where the next step goes on. */
  state: JobState;
}

/** @returns null when nothing is left to do */
async function doSome(trx: WriteDb, step: Step, before: JobState): Promise<Outcome | null> {
  const { batch, engine, reindex } = step;
  const task = await nextTask(trx);
  if (!task) return null;
  const { key, to, version } = task;
  const after = placeOf(task, before);
  const places = await appsInCategory(trx, { category: key, after }, batch);
  const appIds = places.map(({ id }) => id);
  const last = places.at(-1);
  const state = { category: key, version, createdAt: last?.createdAt ?? null, id: last?.id ?? null };
  if (to !== null) {
    await moveCategory(engine, trx, { from: key, to, appIds });
    if (appIds.length > 0) await reindex(trx, appIds);
    // Only after another look from the beginning: an older node may have stored a listing there meanwhile.
    const isDone = after === null && appIds.length === 0;
    if (isDone) await endMerge(trx, step, key, to);
    return { appIds, isMoved: true, isDone, state };
  }
  if (appIds.length > 0) await reindex(trx, appIds);
  const isDone = appIds.length < batch;
  if (isDone) await changeCategory(trx, key, { reindexed_to: null });
  return { appIds, isMoved: false, isDone, state };
}

export function createCategoryJob({ db, clock, publishChanges, reindex }: CategoryJob): JobKind {
  return {
    name: 'categories',
    async step({ job: { state }, batch, commit }) {
      const after: { outcome: Outcome | null } = { outcome: null };
      await commit(async (trx) => {
        const outcome = await doSome(trx, { engine: db.engine, reindex, batch, now: clock() }, state);
        after.outcome = outcome;
        return outcome?.state ?? null;
      });
      const { outcome } = after;
      // At the end all, because a process that was killed may not have published its last step.
      if (!outcome || outcome.isDone) await publishChanges([dataKey.categories, dataKey.apps]);
      else if (outcome.isMoved) await publishChanges(outcome.appIds.map(dataKey.app));
    },
    // The lists, which every step changes.
    pause: () => publishChanges([dataKey.apps]),
  };
}

/** Adds the job where something is left to do without one. @returns whether the jobs have to be woken */
export async function resumeCategoryJob({ db, clock }: Pick<CategoryJob, 'clock' | 'db'>): Promise<boolean> {
  return await db.write(async (trx) => {
    if (!(await nextTask(trx))) return false;
    await enqueueCategoryJob(trx, clock());
    return true;
  });
}
