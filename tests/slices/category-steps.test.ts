// The steps in which the job of the categories takes the listings of one.
import { describe, expect, test } from 'vitest';
import { appsInCategory } from '../../src/lib/server/apps/index.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { findJob, type Job } from '../../src/lib/server/platform/jobs/jobs.ts';
import { createCategoryJob } from '../../src/lib/server/site/index.ts';
import { emptyDirectories } from '../support/changed-categories.ts';
import { plansOf } from '../support/query-plans.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Steps through a category on %s', (engine) => {
  const directory = emptyDirectories(engine);

  test('Each step takes the next listings, also after another category has changed', async () => {
    const { product, steps } = directory();
    const { clock, db, jobs } = product;
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push(await steps.publish('Music'));
    await steps.publish('Books');
    await jobs.stop();
    await steps.rename('music', 'Songs');
    const taken: string[][] = [];
    const kind = createCategoryJob({
      ...{ db, clock, publishChanges: () => Promise.resolve() },
      reindex: (_, appIds) => Promise.resolve(void taken.push(appIds)),
    });
    const found = async (): Promise<Job> =>
      (await findJob(db.read, 'categories', 'categories')) ?? expect.fail('There is no job.');
    const step = async () => {
      const job = await found();
      await kind.step({
        ...{ job, batch: 2 },
        commit: (work) =>
          db.write(async (trx) => {
            const { state } = await work(trx);
            await trx
              .updateTable('jobs')
              .set({ state: JSON.stringify(state) })
              .where('id', '=', job.id)
              .execute();
          }),
      });
    };
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
