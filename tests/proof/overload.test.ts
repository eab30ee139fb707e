// Properties: at twice its capacity the process refuses requests and stays fast; and logins do not slow readers.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serverPin } from '../../scripts/bench/load.ts';
import { scaled } from '../support/scale.ts';
import { percentile, startServer, type ServerProcess } from '../support/server-process.ts';

interface Heard {
  status: number;
  ms: number;
  /** Whether it has a Retry-After. */
  retryAfter: boolean;
  /** Milliseconds between when it was due and when it was sent, because the load generator was slow. */
  late: number;
}

const seconds = scaled(60);
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
});
afterEach(() => server.stop());
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/** Pins this process and its threads to these cores. */
function moveTo(cores: string): void {
  const [program] = serverPin;
  if (program !== undefined) execFileSync(program, ['-acp', cores, String(process.pid)]);
}

/** Sends requests at a steady rate from a thread, without waiting for answers. */
async function load(
  path: string,
  perSecond: number,
  forSeconds: number,
  more: object = {},
): Promise<Heard[]> {
  const worker = new Worker(new URL('../support/open-load.ts', import.meta.url), {
    workerData: { url: server.origin + path, perSecond, forMs: forSeconds * 1_000, isCrowd: true, ...more },
  });
  const [heard] = (await once(worker, 'message')) as [Heard[]];
  return heard;
}

const served = (heard: Heard[]) => heard.filter(({ status }) => status === 200);
const p99 = (heard: Heard[], of: 'ms' | 'late' = 'ms') =>
  percentile(
    heard.map((one) => one[of]),
    0.99,
  );

/** The highest rate of successful answers: the load grows until three steps bring no increase. */
async function peakGoodput(forSeconds: number): Promise<number> {
  let peak = 0;
  for (let [rate, inVain] = [200, 0]; inVain < 3; rate *= 1.15) {
    const goodput = served(await load('/search', rate, forSeconds)).length / forSeconds;
    inVain = goodput > peak * 1.01 ? 0 : inVain + 1;
    peak = Math.max(peak, goodput);
  }
  return peak;
}

/** The machine's speed varies by the minute, so the loads are measured in turn, in rounds. */
const rounds = 4;

test(`Keeps its goodput and its latency at twice the capacity for ${seconds} s`, async () => {
  // Each request is a different search, so the capacity is that of rendering. The process has a core of its own.
  const env = { DATA_DIR: dataDir, RATE_LIMIT: 'off', TRUST_PROXY: 'on' };
  server = await startServer(env, { pin: serverPin });
  moveTo('1');
  await load('/search', 200, 5);
  const brief = Math.max(3, seconds / 12);
  const capacity = await peakGoodput(brief);
  const steady: Heard[] = [];
  const over: Heard[] = [];
  const shares: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    steady.push(...(await load('/search', capacity * 0.8, brief)));
    // Slightly more than the capacity, so that the process is fully used.
    const peak = served(await load('/search', capacity * 1.1, brief)).length / brief;
    const twice = await load('/search', capacity * 2, seconds / rounds);
    over.push(...twice);
    shares.push(served(twice).length / (seconds / rounds) / peak);
  }
  moveTo(`0-${availableParallelism() - 1}`);
  const share = percentile(shares, 0.5);
  const refused = over.filter(({ status }) => status === 503);
  console.log(
    `overload: capacity ${capacity.toFixed(0)} pages/s; at 80 % p99 ${p99(steady).toFixed(1)} ms, refused ` +
      `${steady.length - served(steady).length} of ${steady.length}; at 200 % goodput ${(share * 100).toFixed(0)} % of the peak ` +
      `(by round ${shares.map((one) => (one * 100).toFixed(0)).join(', ')}), admitted p99 ${p99(served(over)).toFixed(1)} ms, ` +
      `refused ${refused.length} with p99 ${p99(refused).toFixed(1)} ms, ` +
      `${refused.filter(({ retryAfter }) => !retryAfter).length} without Retry-After, ` +
      `other answers ${over.length - refused.length - served(over).length}, asked late p99 ${p99(over, 'late').toFixed(1)} ms`,
  );
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ retryAfter }) => retryAfter)).toBe(true);
  expect(over.length - refused.length - served(over).length).toBe(0);
  expect(p99(refused)).toBeLessThan(100);
  expect(share).toBeGreaterThan(0.9);
  expect(p99(served(over))).toBeLessThan(2 * p99(steady));
}, 600_000);

test('Keeps readers fast and the queue bounded beside 64 simultaneous logins', async () => {
  server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  const brief = Math.max(3, seconds / 4 / rounds);
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'correct horse battery' });
  const read = () => load('/', 100, brief, { plain: true });
  // The callers represent other machines, so they have the lowest priority.
  const callers = { closed: 64, method: 'POST', body, priority: 19 };
  const logIn = () => load('/api/v1/token/', 0, brief, callers);
  // The first requests compile code.
  await Promise.all([read(), logIn()]);
  const idle: Heard[] = [];
  const beside: Heard[] = [];
  const logins: Heard[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(...(await read()));
    const [pages, answers] = await Promise.all([read(), logIn()]);
    beside.push(...pages);
    logins.push(...answers);
  }
  const statuses = Object.entries(Object.groupBy(logins, ({ status }) => status)).map(
    ([status, list]) => `${status}: ${list?.length ?? 0}`,
  );
  console.log(
    `login flood: page p99 ${p99(idle).toFixed(1)} ms idle, ${p99(beside).toFixed(1)} ms beside 64 callers who log in; ` +
      `logins ${statuses.join(', ')}, p99 ${p99(logins).toFixed(0)} ms`,
  );
  expect(logins.every(({ status, retryAfter }) => status === 401 || (status === 503 && retryAfter))).toBe(
    true,
  );
  expect(p99(beside)).toBeLessThan(2 * Math.max(p99(idle), 5));
}, 600_000);
