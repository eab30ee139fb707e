// Which filters by facts a list offers.
import {
  askedFacts,
  factFilters,
  factShare,
  labelsOfFact,
  type FactFilter,
  type OfferedFact,
} from '../../../shared/schemas/facts/fact-filters.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import { listedIn } from './facet-queries.ts';
import type { CountReader } from './kept-counts.ts';

/** The facts that at least one in `factShare` listed apps has, and those that the filter asks for. */
export async function findOfferedFacts(reader: CountReader, filter: FactFilter): Promise<OfferedFact[]> {
  reader.reads.note(dataKey.apps);
  const { facets, facts: rows } = await reader.counts.read(reader);
  const listed = listedIn(facets);
  const asked = new Set(askedFacts(filter).map(([name]) => name));
  return factFilters.flatMap((name) => {
    const apps = new Map(rows.filter(({ fact }) => fact === name).map((row) => [row.value, row.apps]));
    const having = apps.get('') ?? 0;
    if (!asked.has(name) && (having === 0 || having * factShare < listed)) return [];
    const known = Object.keys(labelsOfFact(name));
    const values = known.filter((value) => apps.has(value) || filter[name] === value);
    return [{ name, values: values.map((value) => ({ value, apps: apps.get(value) ?? 0 })) }];
  });
}
