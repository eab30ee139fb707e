import type { Platform } from '../lib/shared/schemas/app-fields.ts';
import { firstCategories, type FirstCategory } from '../lib/shared/schemas/categories.ts';
import file from './sample-apps.json' with { type: 'json' };

export interface SampleListing {
  name: string;
  description: string;
  categories: FirstCategory[];
  website: string;
  platform: Platform;
}

const platformOfKind: Record<string, Platform> = {
  web: 'web',
  mobile: 'mobile',
  game: 'game',
  desktop: 'desktop',
};

/** @throws Error that names a listing whose category or kind the directory does not know */
export const sampleListings: readonly SampleListing[] = file.apps.map((app) => {
  const platform = platformOfKind[app.kind];
  if (!platform) throw new Error(`Sample app ${app.name}: unknown kind '${app.kind}'`);
  const categories = app.category.map((name) => {
    const category = firstCategories.find((one) => one === name);
    if (!category) throw new Error(`Sample app ${app.name}: unknown category '${name}'`);
    return category;
  });
  return { name: app.name, description: app.description, website: app.website, categories, platform };
});

/** The note below the description of every sample listing. */
export const sampleNote =
  'This is a sample listing that came with the directory. Its text was written for the directory; its logo and ' +
  'screenshots are drawings and its releases are invented. It is not from the makers of the product it names.';
