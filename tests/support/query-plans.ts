// How SQLite runs the queries of a function.
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { OpenDatabase, ReadDb } from '../../src/lib/server/platform/db/database.ts';

/** @returns the plan of each query, one line a step */
export async function plansOf(
  { kysely }: OpenDatabase,
  run: (read: ReadDb) => Promise<unknown>,
): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(kysely.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  // Kysely's types of the two differ, but this only reads.
  await run(kysely.withPlugin(watch) as unknown as ReadDb);
  const plans: string[] = [];
  for (const { sql, parameters } of queries) {
    const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
    const { rows } = await kysely.executeQuery<{ detail: string }>(explained);
    plans.push(rows.map(({ detail }) => detail).join('\n'));
  }
  return plans;
}
