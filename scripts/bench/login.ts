// npm run bench:login: whether people who read notice that others log in. Eight callers log in as fast as they can, while
// the home page is asked for; beside it the same without them, and without the page cache's help (a cursor that changes).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Result } from 'autocannon';
import { startServer } from '../../tests/support/server-process.ts';

const seconds = 15;
const login = { email: 'nobody@example.com', password: 'correct horse battery' };

const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-bench-'));
console.log('Starting a server with the sample listings ...');
const server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'error' });

/** A steady reader: 20 connections, 400 requests a second in all. */
function readHome(): Promise<Result> {
  return autocannon({ url: server.origin, connections: 20, overallRate: 400, duration: seconds });
}

function logIn(): Promise<Result> {
  return autocannon({
    url: `${server.origin}/api/v1/token/`,
    connections: 8,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
}

try {
  const alone = await readHome();
  const [beside, logins] = await Promise.all([readHome(), logIn()]);
  const row = (name: string, { latency, requests, errors }: Result) => ({
    '': name,
    'requests/s': Math.round(requests.average),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    'max ms': latency.max,
    errors,
  });
  console.table([
    row('home, nobody logs in', alone),
    row('home, 8 callers log in', beside),
    row('the logins themselves', logins),
  ]);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
