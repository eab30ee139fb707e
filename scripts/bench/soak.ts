// npm run bench:soak: whether memory stays constant. The mixed traffic of an hour in five minutes, `-- --minutes 2` for
// less: readers of all pages, people who change apps, and pages that were not requested before.
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { percentile, startServer } from '../../tests/support/server-process.ts';
import { seeded } from './seeded.ts';
import { writeSteadily } from './writes.ts';

const { values } = parseArgs({
  options: { apps: { type: 'string', default: '100000' }, minutes: { type: 'string', default: '5' } },
});
const minutes = Number(values.minutes);
const readers = 16;
const coding = ['br', 'gzip', 'identity'];

const dataDir = seeded(Number(values.apps));
const scratch = await mkdtemp(join(tmpdir(), 'naijabuilt-soak-'));
const env = { DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'info' };
const server = await startServer(env, { logFile: join(scratch, 'log') });

const paths = ['/', '/about', '/search?q=pay', '/api/v1/app/', '/api/v1/app/category_list/', '/no-such-page'];
let next: string | null = `${server.origin}/api/v1/app/`;
while (next !== null && paths.length < 10_000) {
  const page = (await (await fetch(next)).json()) as { results: AppJson[]; next: string | null };
  for (const { name_id, owner } of page.results)
    paths.push(`/app/${name_id}`, `/api/v1/app/${name_id}/`, `/user/${owner.id}`);
  next = page.next;
}

const agent = new Agent({ keepAlive: true, maxSockets: readers });
const tally = { answers: 0, faults: 0 };

function ask(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const headers = { 'accept-encoding': coding[tally.answers % coding.length] ?? 'br' };
  get(server.origin + path, { agent, headers }, (answer) => {
    tally.answers += 1;
    if ((answer.statusCode ?? 500) >= 500) tally.faults += 1;
    answer.resume().once('end', () => resolve(undefined));
  }).once('error', reject);
  return promise;
}

const until = performance.now() + minutes * 60_000;
async function read(): Promise<void> {
  while (performance.now() < until) {
    // Most requests are for popular pages, a tenth for any page.
    const among = Math.random() < 0.9 ? 200 : paths.length;
    await ask(paths[Math.floor(Math.random() ** 2 * among)] ?? '/');
  }
}

const stopWrites = await writeSteadily(server.origin, dataDir, 5);
const byMinute: number[][] = Array.from({ length: minutes }, () => []);
const began = performance.now();
const sampling = setInterval(() => {
  byMinute[Math.floor((performance.now() - began) / 60_000)]?.push(server.memory());
}, 1_000);
await Promise.all(Array.from({ length: readers }, read));
clearInterval(sampling);
const writes = await stopWrites();
await server.stop();
agent.destroy();
await rm(scratch, { recursive: true, force: true });

const medians = byMinute.map((samples) => percentile(samples, 0.5));
console.log(
  `${tally.answers.toLocaleString('en')} answers, ${tally.faults} faults, ${writes.written} writes`,
);
console.log(`Memory by minute (median): ${medians.map((mb) => `${mb.toFixed(0)} MB`).join(', ')}`);
const growth = (medians.at(-1) ?? 0) / (medians[1] ?? 1) - 1;
console.log(`The last minute against the second: ${(growth * 100).toFixed(1)} %`);
if (growth > 0.05 || tally.faults > 0) process.exitCode = 1;
