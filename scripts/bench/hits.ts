// npm run bench -- hits: cached answers beside a bare node:http server that sends the same bytes in the same run, and
// the same addresses with the cache off.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { freePort } from '../../tests/harness/postgres.ts';
import { startServer } from '../../tests/harness/process.ts';
import { isPinned, load, loadTool, percentile, serverPin, type Load } from './load.ts';
import { servedTimes } from './served-times.ts';
import { seeded } from './seeded.ts';

const { values } = parseArgs({
  options: {
    apps: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '15' },
  },
});
const [apps, seconds, rounds] = [Number(values.apps), Number(values.seconds), Number(values.rounds)];
const connections = 32;
const dataDir = seeded(apps);
const scratch = await mkdtemp(join(tmpdir(), 'naijabuilt-bench-'));

// The log goes to a file, as in production.
const logFile = join(scratch, 'log');
const start = (env: Record<string, string>, pin: readonly string[] = serverPin) =>
  startServer(
    { DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'info', ...env },
    { logFile, pin },
  );

async function startBare(
  origin: string,
  paths: string[],
): Promise<{ origin: string; process: ChildProcess }> {
  const port = await freePort();
  const [program, ...args] = [
    ...serverPin,
    process.execPath,
    ...process.execArgv,
    'scripts/bench/bare-server.ts',
  ];
  const child = spawn(program, [...args, String(port), origin, ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { origin: `http://127.0.0.1:${port}`, process: child };
}

async function json<Body>(url: string): Promise<Body> {
  return (await (await fetch(url)).json()) as Body;
}

const median = (numbers: number[]): number => percentile(numbers, 0.5);

/** Milliseconds until an answer is complete, one at a time over one connection. */
async function answerTimes(origin: string, paths: string[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (const path of paths) {
    const began = performance.now();
    await new Promise((resolve, reject) => {
      get(origin + path, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
        answer.resume().once('end', resolve);
      }).once('error', reject);
    });
    times.push(performance.now() - began);
  }
  agent.destroy();
  return times;
}

const number = (value: number) => Math.round(value).toLocaleString('en');
const ms = (value: number) => value.toFixed(2);

const cached = await start({});
const list = await json<{ results: AppJson[]; next: string | null }>(`${cached.origin}/api/v1/app/`);
const [app] = list.results;
if (!app) throw new Error(`${dataDir} holds no apps.`);
const targets: Record<string, string> = {
  home: '/',
  app: `/app/${app.name_id}`,
  user: `/user/${app.owner.id}`,
  search: '/search?q=pay',
  'API list': '/api/v1/app/',
  'API detail': `/api/v1/app/${app.name_id}/`,
};
// An answer that has lasted is compressed once more; the bare server must copy those bytes.
for (let time = 0; time < 3; time += 1) {
  for (const path of Object.values(targets)) await load(cached.origin + path, { connections: 1, seconds: 1 });
}
const bare = await startBare(cached.origin, Object.values(targets));

interface Row {
  cached: Load;
  bare: Load;
  ratio: number;
  uncached: Load;
}
const rows: Record<string, Row> = {};

/** The median of several rounds for each figure. */
function middle(loads: Load[]): Load {
  const of = (key: keyof Load) => median(loads.map((one) => one[key]));
  return {
    answers: of('answers'),
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    failures: of('failures'),
  };
}

console.log(`${loadTool}, ${connections} connections, ${rounds} rounds of ${seconds} s each ...`);
for (const [name, path] of Object.entries(targets)) {
  const pairs: { ours: Load; theirs: Load }[] = [];
  await load(bare.origin + path, { connections, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    const theirs = await load(bare.origin + path, { connections, seconds });
    pairs.push({ theirs, ours: await load(cached.origin + path, { connections, seconds }) });
  }
  const ratio = median(pairs.map(({ ours, theirs }) => ours.requestsPerSecond / theirs.requestsPerSecond));
  const none = { answers: 0, requestsPerSecond: 0, p50: 0, p99: 0, failures: 0 };
  rows[name] = {
    cached: middle(pairs.map(({ ours }) => ours)),
    bare: middle(pairs.map(({ theirs }) => theirs)),
    ratio,
    uncached: none,
  };
  console.log(`  ${name}: ${ratio.toFixed(3)} of bare node:http`);
}
bare.process.kill();

const cachedMemory = cached.peakMemory();
await cached.stop();

console.log('With the cache off ...');
const uncached = await start({ EDGE_CACHE: 'off' });
for (const [name, path] of Object.entries(targets)) {
  const row = rows[name];
  if (row) row.uncached = await load(uncached.origin + path, { connections, seconds: 3 });
}
const appPages: string[] = [];
let next: string | null = `${uncached.origin}/api/v1/app/?sort=name`;
while (next !== null && appPages.length < 2_000) {
  const page: { results: AppJson[]; next: string | null } = await json(next);
  appPages.push(...page.results.map(({ name_id }) => `/app/${name_id}`));
  next = page.next;
}
await answerTimes(uncached.origin, appPages.slice(0, appPages.length / 2));
const uncachedApp = await answerTimes(uncached.origin, appPages.slice(appPages.length / 2));
const uncachedMemory = uncached.peakMemory();
await uncached.stop();
const served = (await servedTimes(logFile, '/app/')).slice(-uncachedApp.length);

console.log('Start ...');
const startTimes: number[] = [];
for (let time = 0; time < 3; time += 1) {
  const began = performance.now();
  const server = await start({}, []);
  await answerTimes(server.origin, ['/about']);
  startTimes.push(performance.now() - began);
  await server.stop();
}
await rm(scratch, { recursive: true, force: true });

console.table(
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      name,
      {
        'bare req/s': number(row.bare.requestsPerSecond),
        'cached req/s': number(row.cached.requestsPerSecond),
        ratio: row.ratio.toFixed(3),
        p50: ms(row.cached.p50),
        p99: ms(row.cached.p99),
        'bare p99': ms(row.bare.p99),
        'uncached req/s': number(row.uncached.requestsPerSecond),
        'its p50': ms(row.uncached.p50),
        'its p99': ms(row.uncached.p99),
        failures: row.cached.failures + row.uncached.failures,
      },
    ]),
  ),
);
console.log(
  [
    `Uncached app page, one at a time, of ${number(apps)} apps: p50 ${ms(median(served))} ms in the server, ${ms(median(uncachedApp))} ms for the client (p99 ${ms(percentile(uncachedApp, 0.99))} ms)`,
    `Start to first answer: ${startTimes.map((time) => `${time.toFixed(0)} ms`).join(', ')}`,
    `Most memory: ${cachedMemory.toFixed(0)} MB cached, ${uncachedMemory.toFixed(0)} MB with the cache off`,
    isPinned ? 'Server on core 0, load on core 1.' : 'Server and load were not kept apart.',
  ].join('\n'),
);
