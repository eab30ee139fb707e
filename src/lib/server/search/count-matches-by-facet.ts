import { setImmediate } from 'node:timers/promises';
import { filterNames, valuesOfFilter, type AppFilter } from '../../shared/schemas/app-filters.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { all } from './expression.ts';
import { noCounts, type FacetCounts } from './facet-queries.ts';
import { countMatches } from './search-queries.ts';
import { filterExpressions, rankingOf } from './tiers.ts';

/** Limit of counts for a text, which no counters are kept for. */
const maxCount = 1_000;

/** As `countFacets`, for the apps that match a text. */
export async function countMatchesByFacet(
  reader: Reader,
  filter: AppFilter,
  text: string,
): Promise<FacetCounts> {
  reader.reads.note(dataKey.apps);
  const ranking = await rankingOf(reader, text, {});
  // Forty counts of no matches would take longer than the rest of the page.
  const matchesAny = ranking !== null && (await countMatches(reader, ranking.anyTier, 1)) > 0;
  const count = async (chosen: AppFilter): Promise<number> => {
    if (!matchesAny) return 0;
    // Yields to other requests: SQLite is synchronous, and all counts of a common word take it 0.1 s.
    await setImmediate();
    return await countMatches(reader, all(ranking.anyTier, ...filterExpressions(chosen)), maxCount);
  };
  const counts = noCounts(maxCount);
  counts.total = await count(filter);
  for (const name of filterNames)
    for (const value of valuesOfFilter(name)) counts[name][value] = await count({ ...filter, [name]: value });
  return counts;
}
