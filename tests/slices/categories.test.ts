// What lists, counts and searches show when staff rename, add and remove categories.
import { describe, expect, test } from 'vitest';
import { categoryFacets, maxFacets } from '../../src/lib/server/search/counts/facet-number.ts';
import type { AppError } from '../../src/lib/server/platform/errors.ts';
import { categoryLimits, firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import { emptyDirectories } from '../support/changed-categories.ts';
import { decideListing } from '../support/decide-listing.ts';
import { bothEngines } from '../support/test-product.ts';

test('Has a facet for each category that there can be', () => {
  expect(new Set(categoryFacets).size).toBe(categoryLimits.most);
  expect(Math.max(...categoryFacets)).toBeLessThan(maxFacets);
  expect(categoryFacets.slice(0, firstCategories.length)).toEqual(firstCategories.map((_, bit) => bit));
});

describe.each(bothEngines)('Changed categories on %s', (engine) => {
  const directory = emptyDirectories(engine);

  test('A new name is shown, counted and found at once, and the old one leads to it', async () => {
    const { product, steps } = directory();
    const { categoriesOf, countsOf, publish, rename } = steps;
    const { jobs, services } = product;
    const [one, two] = [await publish('Finance'), await publish('Music', 'Finance')];
    await rename('finance', 'Money Matters');
    expect([await categoriesOf(one), await categoriesOf(two)]).toEqual([
      ['Money Matters'],
      ['Music', 'Money Matters'],
    ]);
    for (const name of ['Money Matters', 'money matters', 'Finance'])
      expect(await countsOf(name)).toEqual([2, 2, 2]);
    expect(services.site.categoryOfSlug('finance')?.name).toBe('Money Matters');
    expect(services.site.categories().map(({ name }) => name)).toEqual(
      firstCategories.map((name) => (name === 'Finance' ? 'Money Matters' : name)),
    );
    await jobs.flush();
    expect((await services.search.searchApps({ text: 'matters' })).items.map(({ id }) => id)).toEqual([
      two,
      one,
    ]);
    expect(
      (await services.site.showCategories()).categories.find(({ id }) => id === 'finance'),
    ).toMatchObject({
      name: 'Money Matters',
      listings: 2,
      former_names: ['Finance'],
      search_pending: false,
    });
  });

  test('Counts listings in every state for staff', async () => {
    const { product, steps } = directory();
    const { publish, countsOf } = steps;
    const [held, , both] = [await publish('Music'), await publish('Music'), await publish('Music', 'Books')];
    await decideListing(product, held, 'held');
    await decideListing(product, both, 'removed');
    const { categories } = await product.services.site.showCategories();
    const counts = Object.fromEntries(categories.map(({ id, listings }) => [id, listings]));
    expect([counts['music'], counts['books'], counts['news']]).toEqual([3, 1, 0]);
    expect((await countsOf('Music'))[1]).toBe(1);
  });

  test('A listing is stored under a name that its category had when the form was opened', async () => {
    const { product, steps } = directory();
    const { categoriesOf, publish, rename } = steps;
    await rename('finance', 'Money');
    expect(await categoriesOf(await publish('Finance', 'Books'))).toEqual(['Money', 'Books']);
    await rename('finance', 'Finance');
    expect(await categoriesOf(await publish('Money'))).toEqual(['Finance']);
    expect((await product.services.site.showCategories()).categories[6]?.former_names).toEqual(['Money']);
  });

  test('An added category is listed, filtered and counted, and its facet is used again after it is removed', async () => {
    const { product, steps } = directory();
    const { actor, countsOf, merge, named, publish } = steps;
    const { site } = product.services;
    await site.addCategory(actor, { name: 'Agriculture' });
    await site.addCategory(actor, { name: 'Agriculture' });
    expect(site.categories().at(-1)).toMatchObject({ name: 'Agriculture', facet: categoryFacets[25] });
    await publish('Agriculture', 'Books');
    expect(await countsOf('Agriculture')).toEqual([1, 1, 1]);
    expect(await countsOf('Books')).toEqual([1, 1, 1]);
    await expect(site.removeCategory(actor, 'agriculture', { version: 1 })).rejects.toMatchObject({
      status: 409,
    });
    await merge('agriculture', 'books');
    await product.jobs.flush();
    expect(await countsOf('Books')).toEqual([1, 1, 1]);
    await site.addCategory(actor, { name: 'Farming' });
    expect(site.categories().at(-1)).toMatchObject({ name: 'Farming', facet: categoryFacets[25] });
    expect(await countsOf('Farming')).toEqual([0, 0, 0]);
    await site.removeCategory(actor, 'farming', { version: 1 });
    expect(named('Farming')).toBeUndefined();
    // Of several names only the one that is gone.
    const sentence = "There is no category 'Farming'.";
    await expect(publish('Books', 'Farming')).rejects.toMatchObject({
      status: 400,
      message: sentence,
      fields: { category: sentence },
    });
  });

  test('There are no more categories than facets', async () => {
    const { product, steps } = directory();
    const { actor } = steps;
    const { site } = product.services;
    for (const letter of 'abdefgh') await site.addCategory(actor, { name: `Field ${letter}` });
    await expect(site.addCategory(actor, { name: 'One more' })).rejects.toMatchObject({ status: 409 });
  });

  test('A rule about a category counts for the one that it was merged into', async () => {
    const { product, steps } = directory();
    const { actor, merge } = steps;
    await product.services.site.addCategory(actor, { name: 'Money' });
    await merge('finance', 'money');
    await product.jobs.flush();
    expect(product.site.categories().originsOf(['Money'])).toEqual(['Money', 'Finance']);
  });

  test('A rule about a merged category still counts after the other one got its name, and was merged as well', async () => {
    const { product, steps } = directory();
    const { actor, merge, rename } = steps;
    const originsOf = (key: string) => product.site.categories().originsOf([key]).toSorted();
    await product.services.site.addCategory(actor, { name: 'Money' });
    await merge('finance', 'money');
    await product.jobs.flush();
    const { categories } = await rename('money', 'Finance');
    expect(originsOf('Money')).toEqual(['Finance', 'Money']);
    expect(categories.find(({ id }) => id === 'money')?.former_names).toEqual(['Money']);
    await rename('money', 'Banking');
    expect(originsOf('Money')).toEqual(['Finance', 'Money']);
    await rename('money', 'Finance');
    await merge('money', 'business');
    await product.jobs.flush();
    expect(originsOf('Business')).toEqual(['Business', 'Finance', 'Money']);
  });

  test('Gives each of the categories that are added at once a facet, and refuses those beyond the last', async () => {
    const { product, steps } = directory();
    const { actor } = steps;
    const { site } = product.services;
    // Opens the connections of the pool.
    await Promise.all(Array.from({ length: 8 }, () => site.showCategories()));
    const letters = Array.from('aabcdefghk');
    const results = await Promise.allSettled(
      letters.map((letter) => site.addCategory(actor, { name: `Field ${letter}` })),
    );
    const places = categoryLimits.most - firstCategories.length;
    // Whichever came first. Of two requests with one name, both are answered as if they had added it, or both refused.
    expect(new Set(letters.filter((_, at) => results[at]?.status === 'fulfilled')).size).toBe(places);
    expect(results[0]?.status).toBe(results[1]?.status);
    for (const result of results)
      expect([undefined, 409]).toContain(
        result.status === 'rejected' ? (result.reason as AppError).status : undefined,
      );
    expect(new Set(site.categories().map(({ facet }) => facet)).size).toBe(categoryLimits.most);
  });
});
