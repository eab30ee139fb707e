import type { ListingState } from '../lib/shared/schemas/apps.ts';

/** Keeps search engines away from everything about an app that is not in lists. */
export function robotsHeaders({ state }: { state: ListingState }): Record<string, string> {
  return state === 'public' ? {} : { 'x-robots-tag': 'noindex' };
}
