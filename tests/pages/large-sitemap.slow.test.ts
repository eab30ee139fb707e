// The sitemap of a directory that does not fit into one part.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partSize } from '../../src/lib/server/platform/db/id-parts.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { idAt } from '../../scripts/seed/synthetic-ids.ts';
import { createPerson } from '../support/people.ts';
import { readLargePart, readSitemap } from '../support/read-sitemap.ts';
import { engines, newApp } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

describe.each(engines)('The sitemap of a large directory on %s', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await createTestSite(engine);
    const owner = await createPerson(site.api);
    const { db, services } = site.product;
    const first = await services.apps.publishApp(newApp(owner.id));
    const row = await db.read
      .selectFrom('apps')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: partSize + 4 }, (_, number) => {
      const changed = row.created_at + number * 1_000;
      const name = `copy-${String(number)}`;
      return { ...row, id: idAt(changed), name, name_key: name, name_id: name, updated_at: changed };
    });
    await db.write(async (trx) => {
      // SQLite limits the values of a statement.
      for (let from = 0; from < rows.length; from += 500)
        await trx
          .insertInto('apps')
          .values(rows.slice(from, from + 500))
          .execute();
    });
  });
  afterAll(() => site.dispose());

  test(`Comes in parts of ${String(partSize)}, each with its latest date of change`, async () => {
    const index = await readSitemap(site, urls.sitemap());
    const parts = index.filter(({ path }) => path.startsWith('/sitemaps/apps/'));
    const entries = await Promise.all(parts.map(({ path }) => readLargePart(site, path)));
    expect(entries.map((part) => part.length)).toEqual([partSize, 5]);
    expect(new Set(entries.flat().map(({ path }) => path)).size).toBe(partSize + 5);
    for (const [number, part] of parts.entries()) {
      const latest = entries[number]
        ?.map(({ changed }) => changed ?? '')
        .toSorted()
        .at(-1);
      expect(part.changed).toBe(latest);
    }
    expect(index.filter(({ path }) => path.startsWith('/sitemaps/users/'))).toHaveLength(1);
  });
});
