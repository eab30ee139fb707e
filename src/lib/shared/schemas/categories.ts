// The categories that an app can be listed under, in the order in which pages show them.
import { slugify } from '../text/text.ts';

export const categoryNames = [
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

export type CategoryName = (typeof categoryNames)[number];

const bySlug = new Map<string, CategoryName>(categoryNames.map((name) => [slugify(name), name]));
const byKey = new Map<string, CategoryName>(categoryNames.map((name) => [name.toLowerCase(), name]));

/** @returns the category with this URL slug: 'food-and-drink' gives 'Food & Drink' */
export function categoryOfSlug(slug: string): CategoryName | undefined {
  return bySlug.get(slug);
}

/** @returns the category with this name, ignoring case */
export function categoryNamed(name: string): CategoryName | undefined {
  return byKey.get(name.trim().toLowerCase());
}
