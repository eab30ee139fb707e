// npm run bench:login: whether logins slow readers. Eight callers log in at full speed
// while the home page is requested, compared with the same reads without logins.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Result } from 'autocannon';
import { percentile, startServer } from '../../tests/support/server-process.ts';
import { readSteadily } from './read-steadily.ts';

const seconds = 15;
const login = { email: 'nobody@example.com', password: 'correct horse battery' };

const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-bench-'));
console.log('Starting a server with the sample listings ...');
const server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'error' });

/** @returns milliseconds of each answer */
const readHome = (forSeconds = seconds) =>
  readSteadily(server.origin, { connections: 20, perSecond: 400, seconds: forSeconds });

function logIn(): Promise<Result> {
  return autocannon({
    url: `${server.origin}/api/v1/token/`,
    connections: 8,
    duration: seconds,
    workers: 1,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
}

try {
  // The first answers of a process compile code.
  await readHome(5);
  const alone = await readHome();
  const [beside, logins] = await Promise.all([readHome(), logIn()]);
  const row = (name: string, times: number[]) => ({
    '': name,
    'requests/s': Math.round(times.length / seconds),
    'p50 ms': percentile(times, 0.5).toFixed(1),
    'p99 ms': percentile(times, 0.99).toFixed(1),
    'max ms': Math.max(...times).toFixed(1),
  });
  console.table([row('home, nobody logs in', alone), row('home, 8 callers log in', beside)]);
  console.log(
    `The logins themselves: ${logins.requests.average.toFixed(0)} a second, ` +
      `p50 ${logins.latency.p50} ms, p99 ${logins.latency.p99} ms, answered 401: ${logins.non2xx}`,
  );
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
