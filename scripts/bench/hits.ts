// Cached answers: requests a second and processor time, of this checkout, of others of the same project (each built)
// and of a bare node:http server with the same bytes, in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  atEnd,
  browserHeaders,
  directoryOf,
  load,
  median,
  mostVisited,
  processorTime,
  report,
  startBenched,
  underPin,
  type Directory,
  type Options,
  type Rows,
} from './tools.ts';

const connections = 32;

/** As browsers ask, and without a coding. */
const asked = { '': browserHeaders, ', plain': { ...browserHeaders, 'accept-encoding': 'identity' } };

interface Candidate {
  name: string;
  origin: string;
  pid: number | undefined;
}

/** @param variant a folder, and settings of it alone after commas, such as `../before,LOG_LEVEL=debug` */
async function startVariant(variant: string, directory: Directory): Promise<Candidate> {
  const [folder = '.', ...settings] = variant.split(',');
  const cwd = resolve(folder);
  if (!existsSync(join(cwd, 'dist/server'))) throw new Error(`Build ${cwd} first: npm run build.`);
  const env = Object.fromEntries(settings.map((setting) => setting.split('=', 2) as [string, string]));
  const { origin, process: child } = await startBenched({ ...env, ...directory }, { cwd });
  return { name: variant, origin, pid: child.pid };
}

async function startBare(origin: string, paths: readonly string[]): Promise<Candidate> {
  const command = [...underPin, process.execPath, 'scripts/bench/bare-server.ts', origin, ...paths];
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  atEnd(() => child.kill());
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { name: 'bare node:http', origin: line.toString().trim(), pid: child.pid };
}

/** Figures of one address, the median of rounds in which each server has its turn. */
async function compare(
  candidates: readonly Candidate[],
  { path, headers }: { path: string; headers: Record<string, string> },
  { rounds, seconds }: Options,
) {
  const measured = candidates.map((one) => ({
    one,
    micros: [] as number[],
    rates: [] as number[],
    p99s: [] as number[],
  }));
  // The first round compiles and compresses.
  for (let round = -1; round < rounds; round += 1)
    for (const { one, micros, p99s, rates } of measured) {
      const before = processorTime(one.pid);
      const { latency, requests } = await load(one.origin + path, {
        connections,
        duration: seconds,
        headers,
      });
      if (round === -1) continue;
      micros.push(((processorTime(one.pid) - before) / requests.total) * 1_000);
      rates.push(requests.average);
      p99s.push(latency.p99);
    }
  const bare = measured.at(-1)?.rates ?? [];
  return measured.map(({ one, micros, p99s, rates }) => ({
    name: one.name,
    figures: {
      'requests/s': median(rates),
      'of bare': median(rates.map((rate, round) => rate / (bare[round] ?? Number.NaN))),
      'processor µs': median(micros),
      'p99 ms': median(p99s),
    },
  }));
}

export async function hits(options: Options): Promise<void> {
  const directory = await directoryOf(options);
  const candidates: Candidate[] = [];
  for (const variant of ['.', ...options.against]) candidates.push(await startVariant(variant, directory));
  const { origin = '' } = candidates[0] ?? {};
  const pages = await mostVisited(origin);
  const targets = { ...pages, 'API list': '/api/v1/app/', 'API detail': `/api/v1${pages.app}/` };
  // An answer that has lasted is compressed once more; the bare server must copy those bytes.
  for (let time = 0; time < 3; time += 1)
    for (const path of Object.values(targets))
      for (const headers of Object.values(asked))
        await load(origin + path, { connections: 1, duration: 1, headers });
  candidates.push(await startBare(origin, Object.values(targets)));
  const rows: Rows = {};
  for (const [target, path] of Object.entries(targets))
    for (const [coding, headers] of Object.entries(asked))
      if (target.includes(options.only))
        for (const { name, figures } of await compare(candidates, { path, headers }, options))
          rows[`${target}${coding}, ${name}`] = figures;
  report('hits', rows);
}
