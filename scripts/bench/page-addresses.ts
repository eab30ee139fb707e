// Addresses of the public pages of a seeded directory, by kind of page. They vary, so that no two neighbours share
// what the engines keep in memory.
import { browseUrl, noChoice, type BrowseChoice } from '../../src/lib/shared/schemas/browse.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import { platforms, type AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';

export type PageAddresses = Record<string, readonly string[]>;

/** Words that hundreds to thousands of a hundred thousand apps have, in names, descriptions and categories. */
const commonWords = [
  ['lagos', 'savings', 'market', 'school', 'orders', 'kano', 'lessons', 'health', 'news', 'travel', 'music', 'wallet'],
  ['abuja', 'trips', 'clinics', 'matches', 'puzzles', 'weather', 'tutors', 'harvest', 'ledger', 'invoices', 'meals'],
].flat(); // prettier-ignore

const shortTexts = ['p', 's', 'a', 'm', 'k', 'pa', 'sa', 'na', 'fi', 'ma', 'ha'];

const phases = ['LIVE', 'BETA', 'ALPHA', 'IN_DEVELOPMENT'] as const;

/** Apps of every category, newest first. */
async function sampleApps(origin: string): Promise<AppJson[]> {
  const lists = await Promise.all(
    firstCategories.map(async (category) => {
      const answer = await fetch(`${origin}/api/v1/app/?category=${encodeURIComponent(category)}`);
      if (!answer.ok) throw new Error(`The list of ${category} answered ${answer.status}.`);
      return ((await answer.json()) as { results: AppJson[] }).results.slice(0, 8);
    }),
  );
  return lists.flat();
}

const each = <Item>(items: readonly Item[], address: (item: Item, index: number) => string): string[] => [
  ...new Set(items.map(address)),
];

/** One or two filters; neighbouring addresses have different ones. */
function filterAt(index: number): Partial<BrowseChoice> {
  const category = firstCategories[(index * 7) % firstCategories.length];
  const platform = platforms[index % platforms.length];
  const phase = phases[index % phases.length];
  return (
    [{ category }, { platform }, { phase }, { category, platform }, { platform, phase }][index % 5] ?? {}
  );
}

export async function pageAddresses(origin: string): Promise<PageAddresses> {
  const apps = await sampleApps(origin);
  const choices = Array.from({ length: 60 }, (_, index) => filterAt(index));
  const browse = (choice: Partial<BrowseChoice>) => browseUrl({ ...noChoice, ...choice });
  const browseWith = (texts: readonly string[]) =>
    each(Array.from({ length: 120 }), (_, index) =>
      browse({ text: texts[index % texts.length] ?? '', ...filterAt(index) }),
    );
  const names = apps.map(({ name }) => name);
  const typos = names.flatMap((name) => {
    const [word = ''] = name.split(' ');
    return word.length >= 6 ? [`${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`] : [];
  });
  return {
    home: [urls.home()],
    app: each(apps, (app) => urls.app(app.name_id)),
    'releases of an app': each(apps, (app) => urls.versions(app.name_id)),
    category: each(firstCategories, urls.category),
    profile: each(apps, (app) => urls.user(app.owner.id)),
    'apps of a user': each(apps, (app) => `${urls.user(app.owner.id)}/apps`),
    'timeline of a user': each(apps, (app) => urls.userTimeline(app.owner.id)),
    'search, a common word': each(commonWords, urls.search),
    'search, a name': each(names, urls.search),
    'search, a letter or two': each(shortTexts, urls.search),
    'search, a typo': each(typos, urls.search),
    '/apps': [urls.apps()],
    '/apps, popular': each([{}, ...choices], (choice) => browse({ ...choice, sort: 'popular' })),
    '/apps, filters': each(choices, browse),
    '/apps, a common word': each(commonWords, (text) => browse({ text })),
    '/apps, a common word and filters': browseWith(commonWords),
    '/apps, a name and filters': browseWith(names),
    '/apps, a letter and filters': browseWith(shortTexts),
  };
}
