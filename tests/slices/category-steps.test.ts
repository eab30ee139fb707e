// The steps in which the job of the categories takes the listings of one.
import { describe, expect, test } from 'vitest';
import { appsInCategory } from '../../src/lib/server/apps/index.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { findJob } from '../../src/lib/server/platform/jobs/jobs.ts';
import type { ReindexApps } from '../../src/lib/server/platform/reindex.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { createCategoryJob } from '../../src/lib/server/site/index.ts';
import { emptyDirectories } from '../support/changed-categories.ts';
import { plansOf } from '../support/query-plans.ts';
import { engines, type TestProduct } from '../support/test-product.ts';

/** @returns a function that does one step, of two listings */
function stepper({ clock, db }: TestProduct, reindex: ReindexApps): () => Promise<void> {
  const kind = createCategoryJob({ db, clock, publishChanges: () => Promise.resolve(), reindex });
  return async () => {
    const job = await findJob(db.read, 'categories', 'categories');
    if (!job) throw new Error('There is no job.');
    await kind.step({
      job,
      batch: 2,
      commit: (work) =>
        db.write(async (trx) => {
          const state = JSON.stringify((await work(trx)).state);
          await trx.updateTable('jobs').set({ state }).where('id', '=', job.id).execute();
        }),
    });
  };
}

describe.each(engines)('Steps through a category on %s', (engine) => {
  const directory = emptyDirectories(engine);

  test('Each step takes the next listings, also after another category has changed', async () => {
    const { product, steps } = directory();
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await steps.publish('Music'));
    await steps.publish('Books');
    await product.jobs.stop();
    await steps.rename('music', 'Songs');
    const taken: string[][] = [];
    const step = stepper(product, (_, appIds) => Promise.resolve(void taken.push(appIds)));
    await step();
    await steps.rename('books', 'Reading');
    await step();
    await step();
    expect(taken).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    // A later name has to be learnt by all of them.
    await steps.rename('music', 'Sounds');
    await step();
    await step();
    expect(taken.slice(3).flat()).toContain(ids[0]);
  });

  test('A category that is merged before the search knows its new name keeps its row until the last listing has moved', async () => {
    const { product, steps } = directory();
    const { db } = product;
    for (let count = 0; count < 5; count += 1) await steps.publish('Music');
    await product.jobs.stop();
    await steps.rename('music', 'Songs');
    const step = stepper(product, createReindex(db));
    await step();
    await steps.merge('music', 'entertainment');
    const isThere = async () =>
      (await db.read.selectFrom('categories').select('key').where('key', '=', 'Music').execute()).length > 0;
    while (await isThere()) await step();
    expect([await steps.rowsOf('Music'), await steps.rowsOf('Entertainment')]).toEqual([0, 5]);
    expect(await steps.countsOf('Entertainment')).toEqual([5, 5, 5]);
  });
});

describe('The query of a step on sqlite', () => {
  const directory = emptyDirectories('sqlite');

  test('Reads no more of a large category than the step takes', async () => {
    const { db } = directory().product;
    for (const after of [null, { createdAt: 5, id: 'a' }]) {
      const query = { category: 'Music', after };
      const plans = await plansOf(db as OpenDatabase, (read) => appsInCategory(read, query, 8));
      expect(plans).toHaveLength(1);
      expect(plans.join()).toContain('SEARCH app_categories USING COVERING INDEX app_categories_newest');
      expect(plans.join()).not.toContain('TEMP B-TREE');
      if (after) expect(plans.join()).toContain('app_created_at');
    }
  });
});
