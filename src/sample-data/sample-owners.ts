import type { FirstCategory } from '../lib/shared/schemas/categories.ts';
import { brand } from '../lib/shared/page/brand.ts';

/** An account that holds sample listings. Nobody can log in to it. */
export interface SampleOwnerPlan {
  key: string;
  firstname: string;
  lastname: string;
  about: string;
  address: string;
  tags: string[];
}

const honest =
  'This account is not a person. It holds sample listings that came with the directory, so that a new site is not ' +
  'empty. Their logos and screenshots are drawings; an operator can delete them all.';

const group = (key: string, topic: string, what: string, address: string): SampleOwnerPlan => ({
  key,
  get firstname() {
    return brand.name;
  },
  lastname: `samples: ${topic}`,
  about: `Sample listings of ${what}.\n\n${honest}`,
  address,
  tags: ['samples', key],
});

export const sampleOwners: readonly SampleOwnerPlan[] = [
  {
    key: 'news',
    get firstname() {
      return brand.name;
    },
    lastname: 'samples',
    about: `Sample listings of news, data and everything else.\n\n${honest}`,
    address: 'Abuja, Nigeria',
    tags: ['samples', 'news', 'data'],
  },
  group('finance', 'finance', 'apps that move, save and invest money', 'Lagos, Nigeria'),
  group('business', 'business', 'apps for businesses and developers', 'Lagos, Nigeria'),
  group('shopping', 'shopping', 'shops, marketplaces and classifieds', 'Ibadan, Nigeria'),
  group('travel', 'travel', 'apps for trips, transport and hotels', 'Port Harcourt, Nigeria'),
  group('learning', 'learning and health', 'schools, courses and health care', 'Enugu, Nigeria'),
  group('leisure', 'everyday life', 'food, films, music, games and the home', 'Kano, Nigeria'),
];

const ownerOfCategory: Partial<Record<FirstCategory, string>> = {
  Finance: 'finance',
  Business: 'business',
  'Developer Tools': 'business',
  Utilities: 'business',
  Shopping: 'shopping',
  Travel: 'travel',
  Navigation: 'travel',
  Education: 'learning',
  Medical: 'learning',
  'Health & Fitness': 'learning',
  'Food & Drink': 'leisure',
  Lifestyle: 'leisure',
  Entertainment: 'leisure',
  Music: 'leisure',
  Games: 'leisure',
};

/** Key of the owner that a listing with these categories belongs to. */
export function ownerKeyOf(categories: readonly FirstCategory[]): string {
  return ownerOfCategory[categories[0] ?? 'News'] ?? 'news';
}

/** Nobody can have mail there, so nobody else has an account by this address. */
export const emailOf = ({ key }: Pick<SampleOwnerPlan, 'key'>): string => `${key}-samples@naijabuilt.example`;
