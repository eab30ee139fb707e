// Reads the counters that triggers keep: a few hundred rows for any number of apps.
import { sql } from 'kysely';
import { filterNames } from '../../../shared/schemas/app-filters.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import type { FactCountTable, FacetCountTable } from '../../platform/db/schema.ts';

export interface Counters {
  facets: readonly FacetCountTable[];
  facts: readonly FactCountTable[];
}

/** A counter of facets has the fact ''. */
interface CounterRow extends FacetCountTable, Omit<FactCountTable, 'fact'> {
  fact: FactCountTable['fact'] | '';
}

/** In one statement, so that both are of the same moment. */
export async function findCounters(db: ReadDb): Promise<Counters> {
  const none = sql<string>`''`;
  const rows = await db
    .selectFrom('facet_counts')
    .select([...filterNames, 'apps', none.as('fact'), none.as('value')])
    .where('apps', '>', 0)
    .$castTo<CounterRow>()
    .unionAll(
      db
        .selectFrom('fact_counts')
        .select([...filterNames.map((name) => none.as(name)), 'apps', 'fact', 'value'])
        .where('apps', '>', 0)
        .$castTo<CounterRow>(),
    )
    .execute();
  return {
    facets: rows.filter(({ fact }) => fact === ''),
    facts: rows.filter((row): row is CounterRow & FactCountTable => row.fact !== ''),
  };
}
