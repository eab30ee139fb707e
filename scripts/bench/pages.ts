// Public pages of a server that keeps no answers: the times of one at a time, the processor time of each, and how many
// a second eight callers get.
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { platformNames } from '../../src/lib/shared/schemas/app-fields.ts';
import { browseUrl, noChoice, type BrowseChoice } from '../../src/lib/shared/schemas/filters.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import {
  directoryOf,
  listedApps,
  processorTime,
  report,
  startBenched,
  timeOf,
  times,
  type Options,
  type Rows,
} from './tools.ts';

const callers = 8;

/** Words that many apps have, in names, descriptions and categories. */
const commonWords =
  'lagos savings market school orders kano health news travel music wallet abuja trips'.split(' ');
const shortTexts = ['p', 's', 'a', 'm', 'k', 'pa', 'sa', 'na', 'fi', 'ma', 'ha'];

/** One or two filters; neighbouring addresses have different ones. */
function filterAt(index: number): Partial<BrowseChoice> {
  const category = firstCategories[(index * 7) % firstCategories.length];
  const platform = platformNames[index % platformNames.length];
  return [{ category }, { platform }, { phase: 'LIVE' as const }, { category, platform }][index % 4] ?? {};
}

/** Addresses by kind of page. They vary, so that no two neighbours share what the engines keep in memory. */
async function addressesOf(origin: string): Promise<Record<string, string[]>> {
  const apps = await listedApps(origin, 300);
  const names = apps.map(({ name }) => name);
  const browse = (choice: Partial<BrowseChoice>) => browseUrl({ ...noChoice, ...choice });
  const filtered = (texts: readonly string[], more: Partial<BrowseChoice> = {}) =>
    Array.from({ length: 120 }, (_, index) =>
      browse({ text: texts[index % texts.length] ?? '', ...filterAt(index), ...more }),
    );
  return {
    home: [urls.home()],
    app: apps.map((app) => urls.app(app.name_id)),
    'releases of an app': apps.map((app) => urls.versions(app.name_id)),
    category: firstCategories.map(urls.category),
    profile: apps.map((app) => urls.user(app.owner.id)),
    'apps of a user': apps.map((app) => `${urls.user(app.owner.id)}/apps`),
    'timeline of a user': apps.map((app) => urls.userTimeline(app.owner.id)),
    'search, a common word': commonWords.map(urls.search),
    'search, a name': names.map(urls.search),
    'search, a letter or two': shortTexts.map(urls.search),
    'search, a typo': names.map((name) => urls.search(name.replace(/^(..)(.)(.)/, '$1$3$2'))),
    '/apps': [urls.apps()],
    '/apps, popular': filtered([''], { sort: 'popular' }),
    '/apps, filters': filtered(['']),
    '/apps, a common word and filters': filtered(commonWords),
    '/apps, a name and filters': filtered(names),
    '/apps, a letter and filters': filtered(shortTexts),
  };
}

export async function pages(options: Options): Promise<void> {
  const server = await startBenched({ ...(await directoryOf(options)), EDGE_CACHE: 'off' });
  const rows: Rows = {};
  const addresses = await addressesOf(server.origin);
  for (const [name, paths] of Object.entries(addresses).filter(([one]) => one.includes(options.only))) {
    /** Requests the addresses in turn. @returns milliseconds of each answer */
    const ask = async (atOnce: number): Promise<number[]> => {
      const taken: number[] = [];
      let next = 0;
      const one = async (): Promise<void> => {
        for (let round = next++; round < options.rounds; round = next++)
          taken.push(await timeOf(server.origin + (paths[round % paths.length] ?? '')));
      };
      await Promise.all(Array.from({ length: atOnce }, one));
      return taken;
    };
    // The first answers compile code and fill the caches of the engine.
    await ask(1);
    const before = processorTime(server.process.pid);
    const alone = await ask(1);
    const processor = (processorTime(server.process.pid) - before) / options.rounds;
    const began = performance.now();
    await ask(callers);
    const perSecond = (options.rounds / (performance.now() - began)) * 1_000;
    rows[name] = { ...times(alone), 'processor ms': processor, 'pages/s, 8 callers': perSecond };
  }
  report(`pages on ${options.engine}`, rows);
  console.log(`Memory: ${server.memory().toFixed(0)} MB`);
}
