// A directory whose categories a test changes, and what it then shows.
import { afterEach, beforeEach } from 'vitest';
import { createOwner, createTestProduct, newApp, type EngineName, type TestProduct } from './test-product.ts';

export async function changedCategories(product: TestProduct) {
  const owner = await createOwner(product);
  const actor = { userId: owner, client: { address: '10.0.0.1', userAgent: 'test' } };
  let number = 0;

  const publish = async (...categories: string[]): Promise<string> =>
    (
      await product.services.apps.publishApp(
        newApp(owner, { name: `Zebra ${String((number += 1))}`, categories }),
      )
    ).id;

  async function categoriesOf(id: string): Promise<string[] | undefined> {
    const { items } = await product.services.apps.listApps({ limit: 50 });
    return items.find((app) => app.id === id)?.categories;
  }

  const named = (name: string) => product.services.site.categoryNamed(name);

  /** What the list of a category holds, counted three ways: by its length, by its facet, and beside a text. */
  async function countsOf(name: string): Promise<number[]> {
    const { search } = product.services;
    const category = named(name)?.key ?? '';
    const { items } = await search.browseApps({ category });
    const all = await search.browseWithCounts({});
    const beside = await search.browseWithCounts({ text: 'zebra' });
    return [items.length, all.counts.category[category] ?? 0, beside.counts.category[category] ?? 0];
  }

  async function rowsOf(category: string): Promise<number> {
    const rows = await product.db.read
      .selectFrom('app_categories')
      .select('app_id')
      .where('category', '=', category)
      .execute();
    return rows.length;
  }

  const versionOf = async (id: string): Promise<number> =>
    (await product.services.site.showCategories()).categories.find((one) => one.id === id)?.version ?? 0;

  const rename = async (id: string, name: string) =>
    await product.services.site.changeCategory(actor, id, { version: await versionOf(id), name });

  const merge = async (id: string, into: string) =>
    await product.services.site.mergeCategory(actor, id, { version: await versionOf(id), into });

  return { actor, categoriesOf, countsOf, merge, named, publish, rename, rowsOf, versionOf };
}

interface Directory {
  product: TestProduct;
  steps: Awaited<ReturnType<typeof changedCategories>>;
}

/** Gives each test of the suite an empty directory of its own. */
export function emptyDirectories(engine: EngineName): () => Directory {
  let directory: Directory | undefined;
  beforeEach(async () => {
    const product = await createTestProduct(engine);
    directory = { product, steps: await changedCategories(product) };
  });
  afterEach(() => directory?.product.dispose());
  return () => {
    if (!directory) throw new Error('There is a directory during a test only.');
    return directory;
  };
}
