import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import type { ReadDb } from '../platform/db/database.ts';
import { token } from './expression.ts';
import { findHits } from './sqlite-index.ts';

test('Other requests run between the tiers of a slow search', async () => {
  const order: string[] = [];
  class SlowDriver extends DummyDriver {
    override acquireConnection() {
      return Promise.resolve({
        executeQuery() {
          order.push('query');
          for (const end = performance.now() + 8; performance.now() < end;);
          return Promise.resolve({ rows: [] });
        },
        async *streamQuery() {},
      });
    }
  }
  const read = new Kysely<never>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SlowDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }) as unknown as ReadDb;
  const tick = (): void => {
    order.push('others');
    if (order.length < 100) setImmediate(tick);
  };
  setImmediate(tick);
  const tiers = ['a', 'b', 'c', 'd'].map(token);
  expect(await findHits(read, { tiers, backwards: false, limit: 10 })).toEqual([]);
  const turns = order.join(' ').replace(/(?:others )+/g, 'others ');
  expect(turns).toMatch(/^query others query others query others query/);
});
