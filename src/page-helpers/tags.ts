import type { AppListing } from '../lib/shared/schemas/apps.ts';

/** Names for the page cache of what a list of apps shows: the list itself, and the people named on its cards. */
export function listTags(apps: AppListing[]): string[] {
  return ['apps', ...new Set(apps.map((app) => `user:${app.owner.id}`))];
}
