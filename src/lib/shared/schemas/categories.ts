// The categories that an app can be listed under. Staff rename, merge, add and remove them while the site runs
// (server/site/categories/), so only the list that a new directory begins with is compiled.

/**
 * The categories of a new directory, in the order in which pages show them. Each has its type in Google's list, or '':
 * https://developers.google.com/search/docs/appearance/structured-data/software-app.
 */
const types = {
  Books: '',
  Business: 'BusinessApplication',
  Catalogs: '',
  'Developer Tools': 'DeveloperApplication',
  Education: 'EducationalApplication',
  Entertainment: 'EntertainmentApplication',
  Finance: 'FinanceApplication',
  'Food & Drink': '',
  Games: 'GameApplication',
  'Health & Fitness': 'HealthApplication',
  Lifestyle: 'LifestyleApplication',
  'Magazines & Newspapers': '',
  Medical: 'HealthApplication',
  Music: 'MultimediaApplication',
  Navigation: '',
  News: '',
  'Photo & Video': 'MultimediaApplication',
  Productivity: '',
  Reference: 'ReferenceApplication',
  Shopping: 'ShoppingApplication',
  'Social Networking': 'SocialNetworkingApplication',
  Sports: 'SportsApplication',
  Travel: 'TravelApplication',
  Utilities: 'UtilitiesApplication',
  Weather: '',
} as const;

export type FirstCategory = keyof typeof types;
export const firstCategories = Object.keys(types) as FirstCategory[];
export const typesOfCategories: Partial<Record<string, string>> = types;

/** Identifies a category for good: the name under which it was added. Rows and filters have it, and nobody sees it. */
export type CategoryKey = string;

/** The name that pages and the API show now. Its slug is `slugify(name)`. */
export type CategoryName = string;

export const categoryLimits = { name: 40, most: 32 } as const;
