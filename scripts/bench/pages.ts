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
/** Answers of each kind before anything is measured. */
const warmUp = 400;
/** Answers of a kind in turn: enough of them for the clock of processor time, which ticks each 10 ms. */
const batch = 50;

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
  const kinds = Object.entries(await addressesOf(server.origin))
    .filter(([name]) => name.includes(options.only))
    .map(([name, paths]) => ({ name, paths, taken: [] as number[], processor: 0 }));
  const ask = (paths: string[], round: number) => timeOf(server.origin + (paths[round % paths.length] ?? ''));
  // The first answers compile code and fill the caches of the engine. Visitors want all kinds, so no kind has the
  // server to itself; a minute in which the machine is slow is one for all of them.
  for (let round = 0; round < warmUp; round += 1) for (const { paths } of kinds) await ask(paths, round);
  for (let round = 0; round < options.rounds; round += batch)
    for (const kind of kinds) {
      const before = processorTime(server.process.pid);
      for (let more = 0; more < batch; more += 1) kind.taken.push(await ask(kind.paths, round + more));
      kind.processor += processorTime(server.process.pid) - before;
    }
  const rows: Rows = {};
  for (const { name, paths, taken, processor } of kinds) {
    let next = 0;
    const caller = async (): Promise<void> => {
      for (let round = next++; round < options.rounds; round = next++) await ask(paths, round);
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: callers }, caller));
    const perSecond = (options.rounds / (performance.now() - began)) * 1_000;
    rows[name] = {
      ...times(taken),
      'processor ms': processor / taken.length,
      'pages/s, 8 callers': perSecond,
    };
  }
  report(`pages on ${options.engine}`, rows);
  console.log(`Memory: ${server.memory().toFixed(0)} MB`);
}
