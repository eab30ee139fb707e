// npm run bench -- <part>: measures the built product.
import { bytes } from './bench/bytes.ts';
import { goalsTable } from './bench/goals.ts';
import { hits } from './bench/hits.ts';
import { lighthouse } from './bench/lighthouse.ts';
import { pages } from './bench/pages.ts';
import { search } from './bench/search.ts';
import { visits } from './bench/visits.ts';
import { end, keepOffPin, type Options, type Part } from './bench/tools.ts';
import { runCommand, UsageError } from './command.ts';

const help = `Usage: npm run bench [-- <part> ...]

Measures the built product on a directory of made-up apps, which is filled once and kept below
bench-results/ beside the figures. Without a part: hits, pages, bytes and visits. The table
at the end has the last figures of every part beside its goals and the commit measured before.

  hits        cached answers beside a bare node:http server with the same bytes
  pages       each public page while nothing is kept
  search      lists, details, searches and counts, in one process without HTTP
  bytes       HTML, scripts, and what the compression dictionary saves
  visits      bytes of a visit, taps and memory, with a phone's browser
  lighthouse  scores of the most visited pages, as a phone on a slow network

  --apps <number>     size of the directory, 100000 if left out
  --engine <name>     sqlite or postgres, for pages and search
  --rounds <number>   rounds of hits (5 if left out) and lighthouse (3), taps (40); requests of a page,
                      calls of a search (200)
  --seconds <number>  a round of hits (1)
  --only <text>       leaves out pages and searches whose name does not hold it
  --against <folder>  hits: another checkout of the project, built, measured in turn; may be given
                      again. Settings of it alone follow after commas: --against .,LOG_LEVEL=debug
  --help              this text`;

const parts: Record<string, Part> = { hits, pages, search, bytes, visits, lighthouse };

const usual = ['hits', 'pages', 'bytes', 'visits'];
const usualRounds: Record<string, number> = { hits: 5, lighthouse: 3, visits: 40 };

const options = {
  apps: { type: 'string', default: '100000' },
  engine: { type: 'string', default: 'sqlite' },
  rounds: { type: 'string' },
  seconds: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  against: { type: 'string', multiple: true, default: [] as string[] },
} as const;

await runCommand({ help, options, takes: [0, Infinity] }, async ({ values, positionals }) => {
  const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new UsageError(`There is no part '${unknown}'.`);
  const { engine } = values;
  if (engine !== 'sqlite' && engine !== 'postgres') throw new UsageError(`There is no engine '${engine}'.`);
  const names = positionals.length > 0 ? positionals : usual;
  keepOffPin();
  try {
    for (const name of names) {
      console.log(`${name} ...`);
      const given: Options = {
        apps: Number(values.apps),
        engine,
        rounds: Number(values.rounds ?? usualRounds[name] ?? 200),
        seconds: Number(values.seconds),
        only: values.only,
        against: values.against,
      };
      await parts[name]?.(given);
    }
    goalsTable();
  } finally {
    await end();
  }
});
