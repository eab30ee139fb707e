import { setImmediate } from 'node:timers/promises';
import { filterNames, valuesOfFilter, type AppFilter } from '../../shared/schemas/app-filters.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { all } from './expression.ts';
import { noCounts, type FacetCounts } from './facet-queries.ts';
import { countMatches } from './search-queries.ts';
import { filterExpressions, rankingOf } from './tiers.ts';

/** Beside a text counts are made anew each time, so they stop here. */
const mostOfText = 1_000;

/** As `countFacets`, of the apps that match a text. */
export async function countMatchesByFacet(
  reader: Reader,
  filter: AppFilter,
  text: string,
): Promise<FacetCounts> {
  reader.reads.note(dataKey.apps);
  const ranking = await rankingOf(reader, text, {});
  // Forty counts of nothing would take longer than the page around them.
  const matchesAny = ranking !== null && (await countMatches(reader, ranking.anyTier, 1)) > 0;
  const count = async (chosen: AppFilter): Promise<number> => {
    if (!matchesAny) return 0;
    // SQLite answers at once, and all the counts of a common word take it a tenth of a second: others get their turn
    // between them.
    await setImmediate();
    return await countMatches(reader, all(ranking.anyTier, ...filterExpressions(chosen)), mostOfText);
  };
  const counts = noCounts(mostOfText);
  counts.total = await count(filter);
  for (const name of filterNames)
    for (const value of valuesOfFilter(name)) counts[name][value] = await count({ ...filter, [name]: value });
  return counts;
}
