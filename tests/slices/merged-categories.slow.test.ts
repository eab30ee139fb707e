// What happens to listings when staff merge a category into another one.
import { describe, expect, test } from 'vitest';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { createCategoryJob } from '../../src/lib/server/site/index.ts';
import { emptyDirectories } from '../support/changed-categories.ts';
import { bothEngines } from '../support/test-product.ts';

describe.each(bothEngines)('Merged categories on %s', (engine) => {
  const directory = emptyDirectories(engine);

  test('A merge moves each listing once, in the place of the first of both categories', async () => {
    const { product, steps } = directory();
    const { actor, categoriesOf, countsOf, merge, publish, rowsOf } = steps;
    const { db, jobs, services } = product;
    const [from, both, other, reversed] = [
      await publish('Music'),
      await publish('Music', 'Books', 'Entertainment'),
      await publish('Entertainment'),
      await publish('Entertainment', 'Books', 'Music'),
    ];
    const before = await db.read.selectFrom('apps').select(['id', 'updated_at']).orderBy('id').execute();
    expect(await services.site.previewMerge('music', 'entertainment')).toEqual({ listings: 3, both: 2 });
    await merge('music', 'entertainment');
    await jobs.flush();
    expect(await Promise.all([from, both, other, reversed].map(categoriesOf))).toEqual([
      ['Entertainment'],
      ['Entertainment', 'Books'],
      ['Entertainment'],
      ['Entertainment', 'Books'],
    ]);
    for (const name of ['Entertainment', 'Music']) expect(await countsOf(name)).toEqual([4, 4, 4]);
    expect(await rowsOf('Music')).toBe(0);
    expect(services.site.categoryOfSlug('music')?.name).toBe('Entertainment');
    expect(services.site.categories()).toHaveLength(24);
    // The order of 'Recently updated' stays.
    expect(await db.read.selectFrom('apps').select(['id', 'updated_at']).orderBy('id').execute()).toEqual(
      before,
    );
    // A repeated request finds it done.
    await services.site.mergeCategory(actor, 'music', { version: 1, into: 'entertainment' });
    await services.site.mergeCategory(actor, 'entertainment', { version: 1, into: 'books' });
    await jobs.flush();
    expect(services.site.categoryOfSlug('music')?.name).toBe('Books');
    expect(await countsOf('Music')).toEqual([4, 4, 4]);
  });

  test('Listings that are published and changed beside a merge end with the category that stays', async () => {
    const { product, steps } = directory();
    const { countsOf, merge, publish, rowsOf } = steps;
    const { apps } = product.services;
    const early = await Promise.all(Array.from({ length: 6 }, () => publish('Music')));
    const merging = merge('music', 'entertainment');
    const late = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        publish(...(index % 2 ? ['Music', 'Books'] : ['Entertainment', 'Music'])),
      ),
    );
    await merging;
    const last = await publish('Books', 'Music');
    await product.jobs.flush();
    expect(await rowsOf('Music')).toBe(0);
    const found = new Map((await apps.listApps({ limit: 50 })).items.map((app) => [app.id, app.categories]));
    for (const id of early) expect(found.get(id)).toEqual(['Entertainment']);
    for (const [index, id] of late.entries())
      expect(found.get(id)).toEqual(index % 2 ? ['Entertainment', 'Books'] : ['Entertainment']);
    expect(found.get(last)).toEqual(['Books', 'Entertainment']);
    expect(await countsOf('Entertainment')).toEqual([19, 19, 19]);
  });

  test('A merge that was killed leaves each listing with one of both, and goes on where it stood', async () => {
    const { product, steps } = directory();
    const { countsOf, merge, publish, rowsOf } = steps;
    const { clock, db, jobs, services } = product;
    const ids = [];
    for (let count = 0; count < 7; count += 1) ids.push(await publish('Music'));
    await jobs.stop();
    await merge('music', 'entertainment');
    const kind = createCategoryJob({
      db,
      clock,
      reindex: createReindex(db),
      publishChanges: () => Promise.reject(new Error('Killed.')),
    });
    const job = { id: 'job', kind: kind.name, accountId: '', state: {}, done: 0, total: 0, finishedAt: null, requestId: null }; // prettier-ignore
    const step = (fails: boolean) =>
      kind.step({
        job,
        batch: 3,
        commit: (work) =>
          db.write(async (trx) => {
            await work(trx);
            if (fails) throw new Error('Rolled back.');
          }),
      });
    await expect(step(false)).rejects.toThrow('Killed.');
    await expect(step(true)).rejects.toThrow('Rolled back.');
    expect([await rowsOf('Music'), await rowsOf('Entertainment')]).toEqual([4, 3]);
    expect(await countsOf('Music')).toEqual([4, 4, 4]);
    expect(await countsOf('Entertainment')).toEqual([3, 3, 3]);
    const { categories } = await services.site.showCategories();
    expect(categories.find(({ id }) => id === 'music')?.merging).toEqual({
      into: 'entertainment',
      done: 3,
      total: 7,
    });
    // Its row is lost as well: the sweep begins it again.
    await db.write((trx) => trx.deleteFrom('jobs').execute());
    await services.site.sweep();
    const rows = await db.read.selectFrom('jobs').select('kind').execute();
    expect(rows).toEqual([{ kind: 'categories' }]);
    for (let left = 4; left > 0; left -= 3) await step(false).catch(() => undefined);
    await step(false).catch(() => undefined);
    expect([await rowsOf('Music'), await rowsOf('Entertainment')]).toEqual([0, 7]);
  });

  test('Only the first of two merges of the same version is begun, and none of a category that is being merged', async () => {
    const { product, steps } = directory();
    const { actor, merge, publish, rename } = steps;
    await publish('Music');
    await product.jobs.stop();
    const { site } = product.services;
    const both = ['entertainment', 'books'].map((into) =>
      site.mergeCategory(actor, 'music', { version: 1, into }),
    );
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { merging } = (await site.showCategories()).categories.find(({ id }) => id === 'music') ?? {};
    const target = merging?.into ?? '';
    for (const refused of [
      () => merge('news', 'music'),
      () => merge(target, 'news'),
      () => rename('music', 'Songs'),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 409 });
    await expect(merge('news', 'news')).rejects.toMatchObject({ status: 400 });
    await expect(merge('news', 'nothing')).rejects.toMatchObject({ status: 404 });
  });

  test('Rows that an older version stores under a merged category are moved by the sweep', async () => {
    const { product, steps } = directory();
    const { categoriesOf, merge, publish } = steps;
    await merge('music', 'entertainment');
    await product.jobs.flush();
    const id = await publish('Books');
    await product.db.write((trx) =>
      trx
        .insertInto('app_categories')
        .values({ app_id: id, category: 'Music', position: 1, app_created_at: 1 })
        .execute(),
    );
    await product.services.site.sweep();
    await product.jobs.flush();
    expect(await categoriesOf(id)).toEqual(['Books', 'Entertainment']);
  });
});
