// npm run bench -- hits | pages | bytes: measures speed and bytes of the built product.
import { showHelp } from './command.ts';

const help = `Usage: npm run bench -- <part> [options]

  hits   cached answers beside a bare server with the same bytes, and without the cache
         [--apps 100000] [--seconds 1] [--rounds 15]
  pages  each public page with nothing kept
         [--apps 100000] [--engine sqlite|postgres] [--rounds 200] [--only text]
  bytes  of pages and of visits in a browser, with and without the dictionary of the build

Directories are filled once, and kept below bench-results/.`;

const [, , part] = process.argv;
const parts: Record<string, () => Promise<unknown>> = {
  hits: () => import('./bench/hits.ts'),
  pages: () => import('./bench/pages.ts'),
  bytes: () => import('./bench/bytes.ts'),
};
const run = parts[part ?? ''];
if (!run) showHelp(help, part === '--help');
// The part reads its own options.
process.argv.splice(2, 1);
await run();
