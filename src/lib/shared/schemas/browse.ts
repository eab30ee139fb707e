// Runs anywhere. The filters of /apps: what an address says, and the address that says it.
import { platforms, sortOrders, type Platform, type SortOrder } from './apps.ts';
import { categoryOfSlug, type CategoryName } from './categories.ts';
import { limits } from './limits.ts';
import { slugify } from '../text/text.ts';
import { releaseTypes, type ReleaseType } from './versions.ts';

export interface BrowseChoice {
  /** '' for none. */
  text: string;
  category: CategoryName | undefined;
  platform: Platform | undefined;
  phase: ReleaseType | undefined;
  /** Left out with a text, whose best matches stand first. */
  sort: SortOrder | undefined;
}

export const noChoice: BrowseChoice = {
  text: '',
  category: undefined,
  platform: undefined,
  phase: undefined,
  sort: undefined,
};

export const platformLabels: Record<Platform, string> = {
  web: 'Web',
  mobile: 'Mobile',
  desktop: 'Desktop',
  game: 'Game',
};

export const sortLabels: Record<SortOrder, string> = { newest: 'Newest', updated: 'Updated', name: 'Name' };

/** What is not a choice is passed over: an old address still shows a list. */
export function readBrowseChoice(parameters: URLSearchParams): BrowseChoice {
  const value = (name: string) => parameters.get(name) ?? '';
  const phase = value('phase').toUpperCase().replaceAll('-', '_');
  const text = Array.from(value('q').trim()).slice(0, limits.searchText).join('');
  return {
    text,
    category: categoryOfSlug(value('category')),
    platform: platforms.find((name) => name === value('platform')),
    phase: releaseTypes.find((name) => name === phase),
    sort: text ? undefined : sortOrders.find((name) => name === value('sort')),
  };
}

export function phaseSlug(phase: ReleaseType): string {
  return phase.toLowerCase().replaceAll('_', '-');
}

/** The same choice always has the same address. */
export function browseUrl({ text, category, platform, phase, sort }: BrowseChoice): string {
  const parameters = new URLSearchParams();
  if (text) parameters.set('q', text);
  if (category) parameters.set('category', slugify(category));
  if (platform) parameters.set('platform', platform);
  if (phase) parameters.set('phase', phaseSlug(phase));
  if (sort && sort !== 'newest') parameters.set('sort', sort);
  const query = parameters.toString();
  return query ? `/apps?${query}` : '/apps';
}
