import type { Platform } from '../../shared/schemas/apps.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import type { ReleaseType } from '../../shared/schemas/versions.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';

export type { Platform };
export type Phase = ReleaseType;

export interface AppFilter {
  category?: CategoryName | undefined;
  platform?: Platform | undefined;
  phase?: Phase | undefined;
}

export interface FacetCounts {
  /** Apps that pass the whole filter. */
  total: number;
  /** Counts that are as great as this are only known to be at least so. */
  most: number;
  /** Apps that each choice would give beside the other choices made. */
  category: Partial<Record<CategoryName, number>>;
  platform: Partial<Record<Platform, number>>;
  phase: Partial<Record<Phase, number>>;
}

/** From counters that the writing transactions keep; a few hundred rows however many apps there are. */
export async function countFacets({ read: db, reads }: Reader, filter: AppFilter): Promise<FacetCounts> {
  reads.note(dataKey.apps);
  const rows = await db.selectFrom('facet_counts').selectAll().where('apps', '>', 0).execute();
  const { category = '', platform, phase } = filter;
  const counts: FacetCounts = { total: 0, most: Infinity, category: {}, platform: {}, phase: {} };
  for (const row of rows) {
    const fitsPlatform = platform === undefined || row.platform === platform;
    const fitsPhase = phase === undefined || row.phase === phase;
    if (row.category !== '' && fitsPlatform && fitsPhase)
      counts.category[row.category] = (counts.category[row.category] ?? 0) + row.apps;
    if (row.category !== category) continue;
    if (fitsPlatform && fitsPhase) counts.total += row.apps;
    if (fitsPhase) counts.platform[row.platform] = (counts.platform[row.platform] ?? 0) + row.apps;
    if (fitsPlatform) counts.phase[row.phase] = (counts.phase[row.phase] ?? 0) + row.apps;
  }
  return counts;
}
