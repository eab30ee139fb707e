// What the parts of the benchmark share: directories, servers, load, and the way of printing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { startPostgres } from '../../tests/harness/postgres.ts';
import { startServer, type ServerProcess } from '../../tests/harness/process.ts';
import { isBuilt } from '../build-stamp.ts';
import { inEnglish } from '../command.ts';

export interface Options {
  apps: number;
  engine: 'sqlite' | 'postgres';
  rounds: number;
  seconds: number;
  /** Folders of other checkouts, each with its own settings after commas. */
  against: string[];
  /** What the name of a kind of page or of an operation has to hold. */
  only: string;
}

export type Part = (options: Options) => Promise<void>;

/** Directories and results, which are kept. */
export const results = 'bench-results';

/** Runs a script of this project. @throws Error where it fails */
function script(file: string, args: string[], env: Record<string, string>): void {
  const command = [file, ...args];
  const all = { ...process.env, ...env };
  const { status } = spawnSync(process.execPath, command, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: all,
  });
  if (status !== 0) throw new Error(`${file} ended with ${String(status)}.`);
}

const endings: (() => unknown)[] = [];

/** Has something done after the last part, such as the stop of a server. */
export const atEnd = (ending: () => unknown): void => void endings.unshift(ending);

export async function end(): Promise<void> {
  for (const ending of endings) await ending();
}

/** @returns an empty folder, which is removed at the end */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'naijabuilt-bench-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type Directory = { DATA_DIR: string } & Record<string, string>;

const tables = 'src/lib/server/platform/db/schema';
/** In the names of directories: until a release the tables change in place, and one of other tables is of no use. */
const schema = readdirSync(tables)
  .reduce((all, name) => all.update(readFileSync(join(tables, name))), createHash('sha256'))
  .digest('hex')
  .slice(0, 8);

/** A directory of so many apps, which is filled when it is first used. @returns variables of its configuration */
export async function directoryOf({ apps, engine }: Pick<Options, 'apps' | 'engine'>): Promise<Directory> {
  if (!isBuilt()) script('scripts/build.ts', [], {});
  // Seeding would make it private, and PostgreSQL runs as another user.
  mkdirSync(results, { recursive: true });
  const fill = (env: Directory): void => {
    console.log(`Filling a directory of ${inEnglish(apps)} apps (once) ...`);
    script('scripts/seed.ts', ['--apps', String(apps)], env);
  };
  if (engine === 'sqlite') {
    const env = { DATA_DIR: join(results, `data-${String(apps)}-${schema}`) };
    if (!existsSync(join(env.DATA_DIR, 'naijabuilt.db'))) fill(env);
    return env;
  }
  const postgres = await startPostgres(join(results, 'postgres'));
  atEnd(() => postgres.stop());
  const name = `apps_${String(apps)}_${schema}`;
  const env = { DATABASE_URL: `${postgres.url}/${name}`, DATA_DIR: join(results, `pictures-of-${name}`) };
  const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${name}`);
  await client.end();
  if (!rowCount) fill(env);
  return env;
}

/** Whether servers run on one core and the load on the others. */
const isPinned = availableParallelism() > 1 && existsSync('/usr/bin/taskset');
export const underPin = isPinned ? ['taskset', '-c', '0'] : [];
export function keepOffPin(): void {
  const others = `1-${String(availableParallelism() - 1)}`;
  if (isPinned) spawnSync('taskset', ['-a', '-c', '-p', others, String(process.pid)]);
}

/** Starts the product as in production, with its log in a file, on a copy of a directory on SQLite. */
export async function startBenched(
  { DATA_DIR, ...env }: Directory,
  options: { cwd?: string } = {},
): Promise<ServerProcess> {
  const folder = newFolder();
  const copy = env['DATABASE_URL'] === undefined ? join(folder, 'data') : DATA_DIR;
  if (copy !== DATA_DIR && existsSync(DATA_DIR)) cpSync(DATA_DIR, copy, { recursive: true });
  const server = await startServer(
    { LOG_LEVEL: 'info', TRUST_PROXY: 'off', ...env, DATA_DIR: copy },
    { logFile: join(folder, 'log'), pin: underPin, ...options },
  );
  atEnd(() => server.stop());
  return server;
}

/** Header fields of Chrome on a phone. */
export const browserHeaders = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'accept-language': 'en-NG,en;q=0.9',
  'sec-fetch-mode': 'navigate',
  'upgrade-insecure-requests': '1',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
};

/** Full speed on one address. @throws Error for an answer that is no success */
export async function load(
  url: string,
  options: Omit<autocannon.Options, 'url'>,
): Promise<autocannon.Result> {
  const done = await autocannon({ workers: 1, headers: browserHeaders, ...options, url });
  if (done.errors > 0 || done.non2xx > 0)
    throw new Error(`${url}: ${String(done.errors + done.non2xx)} answers failed.`);
  return done;
}

/** @returns milliseconds until the answer is complete @throws Error for an answer that is no success */
export async function timeOf(url: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers: browserHeaders });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}.`);
  return performance.now() - began;
}

/** Apps of the first pages of the list. */
export async function listedApps(origin: string, wanted: number): Promise<AppJson[]> {
  const apps: AppJson[] = [];
  for (let next: string | null = '/api/v1/app/'; next !== null && apps.length < wanted;) {
    const answer = await fetch(new URL(next, origin));
    const list = (await answer.json()) as { results: AppJson[]; next: string | null };
    apps.push(...list.results);
    next = list.next;
  }
  if (apps.length === 0) throw new Error('The directory has no apps.');
  return apps.slice(0, wanted);
}

/** Addresses of the most visited pages, with an app of the directory. */
export async function mostVisited(origin: string) {
  const [app] = await listedApps(origin, 1);
  return {
    home: '/',
    app: `/app/${app?.name_id ?? ''}`,
    user: `/user/${app?.owner.id ?? ''}`,
    search: '/search?q=pay',
    'every app': '/apps',
  };
}

/** Milliseconds of processor time that a process has used. Linux only. */
export function processorTime(pid = 0): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // After the name, which may hold spaces: user and system time are the fields 14 and 15, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const times = (ms: readonly number[]) => ({
  'p50 ms': median(ms),
  'p99 ms': percentile(ms, 0.99),
});

/** Figures by their names, a row for each thing that was measured. */
export type Rows = Record<string, Record<string, number>>;

/** What is kept of a part. */
export interface Measured {
  part: string;
  commit: string;
  at: string;
  rows: Rows;
}

export const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();

/** Prints a table, and keeps it as a file. */
export function report(part: string, rows: Rows): void {
  const rounded = (value: number): number => Number(value.toPrecision(value < 1_000 ? 3 : 6));
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, figures]) => [
        name,
        Object.fromEntries(Object.entries(figures).map(([figure, value]) => [figure, rounded(value)])),
      ]),
    ),
  );
  const at = new Date().toISOString().replaceAll(':', '-');
  const file = join(results, `${part.replaceAll(/\W+/g, '-')}-${at}.json`);
  writeFileSync(file, `${JSON.stringify({ part, commit, at, rows } satisfies Measured, null, 2)}\n`);
  console.log(`${part}: ${file}`);
}
