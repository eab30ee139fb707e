import { platforms, sortOrders } from '../../lib/shared/schemas/apps.ts';
import { browseUrl, platformLabels, sortLabels, type BrowseChoice } from '../../lib/shared/schemas/browse.ts';
import { categoryNames } from '../../lib/shared/schemas/categories.ts';
import { releaseTypeLabels, releaseTypes } from '../../lib/shared/schemas/versions.ts';

/** Fragment that opens the sheet of filters on narrow screens. */
export const filterSheet = '#filters';

/** Apps that each value of a filter would give. */
export interface FacetCounts {
  category: Partial<Record<string, number>>;
  platform: Partial<Record<string, number>>;
  phase: Partial<Record<string, number>>;
}

export interface FilterOption {
  label: string;
  href: string;
  isCurrent: boolean;
  /** undefined for an order, which leaves no app out. */
  count?: number;
}

export interface FilterGroup {
  title: string;
  options: FilterOption[];
}

function optionsOf<Name extends string>(
  choice: BrowseChoice,
  counts: FacetCounts,
  filter: keyof FacetCounts,
  labels: (name: Name) => string,
  names: readonly Name[],
): FilterOption[] {
  return names.flatMap((name) => {
    const count = counts[filter][name] ?? 0;
    const isCurrent = choice[filter] === name;
    if (count === 0 && !isCurrent) return [];
    // The link of the current value takes it back.
    const href = browseUrl({ ...choice, [filter]: isCurrent ? undefined : name }) + filterSheet;
    return [{ label: labels(name), href, isCurrent, count }];
  });
}

/** The values of each filter that would give any app. */
export function filterGroups(choice: BrowseChoice, counts: FacetCounts): FilterGroup[] {
  const platform = optionsOf(choice, counts, 'platform', (name) => platformLabels[name], platforms);
  const phase = optionsOf(choice, counts, 'phase', (name) => releaseTypeLabels[name], releaseTypes);
  const category = optionsOf(choice, counts, 'category', (name) => name, categoryNames);
  return [
    { title: 'Platform', options: platform },
    { title: 'Phase', options: phase },
    { title: 'Category', options: category },
  ];
}

/** A search has no order to choose: its best matches come first. */
export function sortGroup(choice: BrowseChoice): FilterGroup | null {
  if (choice.text) return null;
  const options = sortOrders.map((name) => ({
    label: sortLabels[name],
    href: browseUrl({ ...choice, sort: name }) + filterSheet,
    isCurrent: (choice.sort ?? 'newest') === name,
  }));
  return { title: 'Sort by', options };
}
