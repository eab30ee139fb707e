// Lists, details, searches and counts in this process, without HTTP and without kept answers.
import { compose } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { Services } from '../../src/lib/server/services.ts';
import { directoryOf, report, times, type Options, type Rows } from './tools.ts';

type Operation = (round: number) => Promise<unknown>;

/** Every operation, with names and words of this directory. */
async function operationsOf({ apps, search }: Services): Promise<Record<string, Operation>> {
  const first = await search.browseApps({});
  let deep: string | undefined = first.next ?? undefined;
  for (let page = 2; page < 1_000 && deep !== undefined; page += 1)
    deep = (await search.browseApps({ cursor: deep })).next ?? deep;
  let popular: string | undefined;
  for (let page = 1; page < 30; page += 1)
    popular = (await search.browseApps({ sort: 'popular', cursor: popular })).next ?? popular;
  const nameIds = first.items.map((app) => app.nameId);
  const names = first.items.map((app) => app.name);
  const at = (list: readonly string[], round: number): string => list[round % list.length] ?? '';
  const typos = names.map((name) => name.replace(/^(..)(.)(.)/, '$1$3$2'));
  const text =
    (texts: readonly string[]): Operation =>
    (round) =>
      search.browseApps({ text: at(texts, round) });
  return {
    'list, page 1': () => search.browseApps({}),
    'list, page 1,000': () => search.browseApps({ cursor: deep }),
    'list, three filters': () =>
      search.browseApps({ category: 'Finance', platform: 'mobile', phase: 'LIVE' }),
    'popular, page 1': () => search.browseApps({ sort: 'popular' }),
    'popular, page 30': () => search.browseApps({ sort: 'popular', cursor: popular }),
    'trending, page 1': () => search.browseApps({ sort: 'trending' }),
    'trending shelf': () => apps.listTrending(6),
    'app detail': (round) => apps.findApp(at(nameIds, round)),
    'search, common word': text(['pay', 'lagos', 'market', 'finance', 'the']),
    'search, rare word': text(names),
    'search, two letters': text(['pa', 'sa', 'na', 'fi', 'ma', 'ha']),
    'search, a typo': text(typos),
    'search, nothing': text(['zzzzzz', 'qqqqq', 'xyzzyx']),
    'list and counts': () => search.browseWithCounts({ category: 'Finance' }),
    'counts of a common word': (round) =>
      search.browseWithCounts({ text: at(['pay', 'lagos', 'market'], round), category: 'Finance' }),
  };
}

export async function search(options: Options): Promise<void> {
  const product = await compose(parseConfig({ ...(await directoryOf(options)), SAMPLE_DATA: 'off' }));
  const rows: Rows = {};
  try {
    const operations = Object.entries(await operationsOf(product.services));
    for (const [name, operation] of operations.filter(([one]) => one.includes(options.only))) {
      const taken: number[] = [];
      for (let round = 0; round < options.rounds; round += 1) {
        const began = performance.now();
        await operation(round);
        taken.push(performance.now() - began);
      }
      // The first rounds fill the caches of the engine and of the operating system.
      rows[name] = times(taken.slice(Math.floor(options.rounds / 10)));
    }
  } finally {
    await product.close();
  }
  report(`search on ${options.engine}`, rows);
}
