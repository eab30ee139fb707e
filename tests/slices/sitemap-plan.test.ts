// Query plans of SQLite, which do not depend on the size of the directory.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { partSize } from '../../src/lib/server/platform/db/id-parts.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { listedApps } from '../../src/lib/server/apps/public-app-queries.ts';
import { createTestProduct } from '../support/test-product.ts';

test('Reads a sitemap, the newest apps and their count from indexes alone', async () => {
  const product = await createTestProduct('sqlite');
  try {
    const db = product.db.read;
    const queries = [
      listedApps(db).where('id', '>', '').orderBy('id').limit(partSize).select(['name_id', 'updated_at']),
      listedApps(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20).select('id'),
      listedApps(db).select((eb) => eb.fn.countAll<number>().as('count')),
    ];
    for (const query of queries) {
      const { sql: text, parameters } = query.compile();
      const values = parameters.map((value) =>
        typeof value === 'number' ? String(value) : `'${String(value)}'`,
      );
      const filled = text.replace(/\?/g, () => values.shift() ?? '');
      const { kysely } = product.db as OpenDatabase;
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(filled)}`.execute(kysely);
      const plan = rows.map(({ detail }) => detail).join('\n');
      expect(plan).toMatch(/(?:SCAN|SEARCH) apps USING COVERING INDEX apps_listed/);
      expect(plan).toContain('INDEX users_closed');
      expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
    }
  } finally {
    await product.dispose();
  }
});
