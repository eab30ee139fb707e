// The categories of other vocabularies: genres of the App Store (which are ours), of Google Play, of web app manifests
// and of schema.org, and topics of GitHub. A word that fits no category well is left out.
import { firstCategories, type FirstCategory } from '../../../shared/schemas/categories.ts';

const others: Readonly<Record<string, FirstCategory>> = {
  'books & reference': 'Books',
  booksandreference: 'Books',
  ebooks: 'Books',
  comics: 'Books',
  businessfinance: 'Finance',
  banking: 'Finance',
  fintech: 'Finance',
  payments: 'Finance',
  communication: 'Social Networking',
  social: 'Social Networking',
  socialnetworking: 'Social Networking',
  'developer-tools': 'Developer Tools',
  developer: 'Developer Tools',
  devtools: 'Developer Tools',
  cli: 'Developer Tools',
  sdk: 'Developer Tools',
  kids: 'Education',
  educational: 'Education',
  learning: 'Education',
  edtech: 'Education',
  events: 'Entertainment',
  food: 'Food & Drink',
  fooddrink: 'Food & Drink',
  foodanddrink: 'Food & Drink',
  game: 'Games',
  videogame: 'Games',
  fitness: 'Health & Fitness',
  health: 'Health & Fitness',
  healthfitness: 'Health & Fitness',
  healthandfitness: 'Health & Fitness',
  healthtech: 'Health & Fitness',
  dating: 'Lifestyle',
  beauty: 'Lifestyle',
  magazines: 'Magazines & Newspapers',
  magazinesnewspapers: 'Magazines & Newspapers',
  'news & magazines': 'News',
  newsandmagazines: 'News',
  musicaudio: 'Music',
  musicandaudio: 'Music',
  multimedia: 'Photo & Video',
  photo: 'Photo & Video',
  photography: 'Photo & Video',
  photovideo: 'Photo & Video',
  videoplayers: 'Photo & Video',
  videoplayerseditors: 'Photo & Video',
  mapsnavigation: 'Navigation',
  mapsandnavigation: 'Navigation',
  maps: 'Navigation',
  ecommerce: 'Shopping',
  'e-commerce': 'Shopping',
  sport: 'Sports',
  travellocal: 'Travel',
  travelandlocal: 'Travel',
  tools: 'Utilities',
  utility: 'Utilities',
  security: 'Utilities',
};

const letters = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '');

const byLetters = new Map<string, FirstCategory>(
  [...firstCategories.map((name) => [name, name] as const), ...Object.entries(others)].map(
    ([word, name]) => [letters(word), name] as const,
  ),
);

/** The category of a word: 'FINANCE', 'FinanceApplication', 'GAME_PUZZLE', 'Food &amp; Drink', 'health-fitness'. */
function categoryOf(word: string): FirstCategory | undefined {
  const last = word.slice(0, 80).replace(/^.*schema\.org\//i, '');
  if (/^game_/i.test(last)) return 'Games';
  const plain = letters(last.replace(/&amp;/gi, '&'));
  return byLetters.get(plain) ?? byLetters.get(plain.replace(/application$/, ''));
}

export function categoriesOfWords(words: readonly string[]): FirstCategory[] {
  return [...new Set(words.slice(0, 40).flatMap((word) => categoryOf(word) ?? []))];
}
