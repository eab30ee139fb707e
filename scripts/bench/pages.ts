// npm run bench -- pages: the time of each public page of a large directory when nothing is kept, one at a time and with
// eight callers.
import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../tests/harness/postgres.ts';
import { startServer, type ServerProcess } from '../../tests/harness/process.ts';
import { showHelp } from '../command.ts';
import { browserHeaders, percentile } from './load.ts';
import { pageAddresses, type PageAddresses } from './page-addresses.ts';
import { seeded, seededPostgres } from './seeded.ts';
import { servedTimes } from './served-times.ts';

const help = `Usage: npm run bench -- pages [--apps 100000] [--engine sqlite|postgres] [--rounds 200] [--only text]

Measures public pages of a server that keeps no answers: percentiles of the time in the server, one
request at a time, its processor time a page, and the pages a second with eight callers. Addresses
vary. The directories are filled once, and kept below bench-results/.

  --apps <number>    size of the directory
  --engine <name>    the database: sqlite or postgres
  --rounds <number>  requests of each kind
  --only <text>      leaves out kinds of pages whose name does not hold it`;

const { values } = parseArgs({
  options: {
    apps: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) showHelp(help, true);
const rounds = Number(values.rounds);
const callers = 8;

/** Processor seconds of a process. Linux only. */
function processorSeconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / 100;
}

async function get(url: string): Promise<void> {
  const answer = await fetch(url, { headers: browserHeaders });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
}

/** Requests the addresses in turn. @returns requests a second */
async function ask(origin: string, addresses: readonly string[], atOnce: number): Promise<number> {
  let next = 0;
  const began = performance.now();
  const one = async (): Promise<void> => {
    for (let number = next++; number < rounds; number = next++)
      await get(origin + (addresses[number % addresses.length] ?? ''));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return (rounds / (performance.now() - began)) * 1000;
}

interface Figures {
  cpu: number;
  perSecond: number;
}

async function measure(server: ServerProcess, addresses: readonly string[]): Promise<Figures> {
  const pid = server.process.pid ?? 0;
  // The first answers compile code and fill the caches of the engine.
  await ask(server.origin, addresses, 1);
  const before = processorSeconds(pid);
  await ask(server.origin, addresses, 1);
  const cpu = ((processorSeconds(pid) - before) / rounds) * 1000;
  return { cpu, perSecond: await ask(server.origin, addresses, callers) };
}

async function measureDirectory(env: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-bench-'));
  const logFile = join(folder, 'server.log');
  const settings = { RATE_LIMIT: 'off', EDGE_CACHE: 'off', LOG_LEVEL: 'info', SAMPLE_DATA: 'off' };
  const server = await startServer({ DATA_DIR: folder, ...env, ...settings }, { logFile });
  const figures: [string, Figures][] = [];
  try {
    const kinds: PageAddresses = await pageAddresses(server.origin);
    for (const [name, addresses] of Object.entries(kinds))
      if (name.includes(values.only)) figures.push([name, await measure(server, addresses)]);
    console.log(`Most memory: ${server.peakMemory().toFixed(0)} MB`);
  } finally {
    await server.stop();
  }
  // Counts requests of pages only; the addresses were found through the API.
  const times = (await servedTimes(logFile, '/')).slice(-3 * rounds * figures.length);
  const table = figures.map(([name, { cpu, perSecond }], index) => {
    const alone = times.slice((3 * index + 1) * rounds, (3 * index + 2) * rounds);
    return [
      name,
      {
        'p50 ms': percentile(alone, 0.5).toFixed(2),
        'p95 ms': percentile(alone, 0.95).toFixed(2),
        'p99 ms': percentile(alone, 0.99).toFixed(2),
        'processor ms': cpu.toFixed(2),
        'pages/s, 8 callers': Math.round(perSecond),
      },
    ] as const;
  });
  console.table(Object.fromEntries(table));
  await rm(folder, { recursive: true });
}

const apps = Number(values.apps);
if (values.engine === 'postgres') {
  const postgres = await startPostgres('bench-results/postgres');
  try {
    await measureDirectory(await seededPostgres(postgres.url, apps));
  } finally {
    await postgres.stop();
  }
} else await measureDirectory({ DATA_DIR: seeded(apps) });
