// npm run bench:search: how the times of lists, details and searches grow with the directory. Prints one table with
// ratios to the smallest.
import { parseArgs } from 'node:util';
import { compose } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { Services } from '../../src/lib/server/services.ts';
import { percentile } from '../../tests/support/server-process.ts';
import { startPostgres } from '../../tests/support/embedded-postgres.ts';
import { seeded, seededPostgres } from './seeded.ts';

const help = `Usage: npm run bench:search [-- --sizes 1000,100000,1000000] [--postgres 100000] [--rounds 200]

Measures lists, details, searches and counts in this process, without HTTP and without the page cache. The directories are
filled once (a million apps take about 20 minutes) and kept below bench-results/.

  --sizes <numbers>    directories to measure on SQLite
  --postgres <number>  size of the directory to measure on PostgreSQL; 0 leaves it out
  --rounds <number>    times that each operation is measured`;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    postgres: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '200' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const rounds = Number(values.rounds);

interface Figures {
  p50: number;
  p99: number;
}

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
  const at = <Item>(list: readonly Item[], round: number): Item => {
    const item = list[round % list.length];
    if (item === undefined) throw new RangeError('The directory is empty.');
    return item;
  };
  /** First words of names with two letters swapped. */
  const typos = names.flatMap((name) => {
    const [word = ''] = name.split(' ');
    return word.length >= 5 ? [`${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`] : [];
  });
  const text = (texts: readonly string[]): Operation => {
    return (round) => search.searchApps({ text: at(texts, round) });
  };
  return {
    'list, page 1': () => search.browseApps({}),
    'list, page 1,000': () => search.browseApps({ cursor: deep }),
    'list of a category': () => search.browseApps({ category: 'Finance' }),
    'list, three filters': () =>
      search.browseApps({ category: 'Finance', platform: 'mobile', phase: 'LIVE' }),
    'popular, page 1': () => search.browseApps({ sort: 'popular' }),
    'popular, page 30': () => search.browseApps({ sort: 'popular', cursor: popular }),
    'popular in a category': () => search.browseApps({ sort: 'popular', category: 'Finance' }),
    'popular, three filters': () =>
      search.browseApps({ sort: 'popular', category: 'Finance', platform: 'mobile', phase: 'LIVE' }),
    'trending, page 1': () => search.browseApps({ sort: 'trending' }),
    'trending shelf': () => apps.listTrending(6),
    'app detail': (round) => apps.findApp(at(nameIds, round)),
    'search, common word': text(['pay', 'lagos', 'market', 'finance', 'the']),
    'search, rare word': text(names),
    'search, two letters': text(['pa', 'sa', 'na', 'fi', 'ma', 'ha']),
    'search, one letter': text(['p', 's', 'a']),
    'search, two common words': text(['pay market', 'lagos school', 'health book']),
    'search, a slip': text(typos),
    'search, nothing': text(['zzzzzz', 'qqqqq', 'xyzzyx']),
    'list and counts': () => search.browseWithCounts({ category: 'Finance' }),
    'counts of a common word': (round) =>
      search.browseWithCounts({ text: at(['pay', 'lagos', 'market'], round), category: 'Finance' }),
  };
}

async function measure(operation: Operation): Promise<Figures> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await operation(round);
    times.push(performance.now() - began);
  }
  // The first rounds fill the caches of the engine and of the operating system.
  const warm = times.slice(Math.floor(rounds / 10));
  return { p50: percentile(warm, 0.5), p99: percentile(warm, 0.99) };
}

async function measureDirectory(env: Record<string, string>): Promise<Record<string, Figures>> {
  const product = await compose(parseConfig({ ...env, SAMPLE_DATA: 'off' }));
  try {
    const figures: Record<string, Figures> = {};
    for (const [name, operation] of Object.entries(await operationsOf(product.services)))
      figures[name] = await measure(operation);
    return figures;
  } finally {
    await product.close();
  }
}

const columns: [string, Record<string, Figures>][] = [];
for (const size of values.sizes.split(',').filter(Boolean)) {
  console.log(`Measuring ${size} apps ...`);
  columns.push([`${size} apps`, await measureDirectory({ DATA_DIR: seeded(Number(size)) })]);
}
const postgresSize = Number(values.postgres);
if (postgresSize > 0) {
  const server = await startPostgres('bench-results/postgres');
  try {
    console.log(`Measuring ${postgresSize} apps on PostgreSQL ...`);
    columns.push([
      `PostgreSQL, ${postgresSize} apps`,
      await measureDirectory(await seededPostgres(server.url, postgresSize)),
    ]);
  } finally {
    await server.stop();
  }
}

const [, smallest = {}] = columns[0] ?? [];
console.table(
  Object.fromEntries(
    Object.keys(smallest).map((name) => [
      name,
      Object.fromEntries(
        columns.flatMap(([size, figures]) => {
          const { p50, p99 } = figures[name] ?? { p50: Number.NaN, p99: Number.NaN };
          const ratio = p99 / (smallest[name]?.p99 ?? Number.NaN);
          return [
            [`${size}: p50 ms`, p50.toFixed(2)],
            ['p99 ms', p99.toFixed(2)],
            ['times', ratio.toFixed(1)],
          ].map(([label = '', value], index) => [index === 0 ? label : `${size}: ${label}`, value]);
        }),
      ),
    ]),
  ),
);
