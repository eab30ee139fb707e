// The categories that an app can be listed under. Staff rename, merge, add and remove them while the site runs
// (server/site/categories/), so only the list that a new directory begins with is compiled.

/** The categories of a new directory, in the order in which pages show them. */
export const firstCategories = [
  'Books',
  'Business',
  'Catalogs',
  'Developer Tools',
  'Education',
  'Entertainment',
  'Finance',
  'Food & Drink',
  'Games',
  'Health & Fitness',
  'Lifestyle',
  'Magazines & Newspapers',
  'Medical',
  'Music',
  'Navigation',
  'News',
  'Photo & Video',
  'Productivity',
  'Reference',
  'Shopping',
  'Social Networking',
  'Sports',
  'Travel',
  'Utilities',
  'Weather',
] as const;

export type FirstCategory = (typeof firstCategories)[number];

/** Identifies a category for good: the name under which it was added. Rows and filters have it, and nobody sees it. */
export type CategoryKey = string;

/** The name that pages and the API show now. Its slug is `slugify(name)`. */
export type CategoryName = string;

export const categoryLimits = { name: 40, most: 32 } as const;
