// The metrics of a process, as Prometheus scrapes them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startServer } from '../support/server-process.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { postgresUrl } from '../support/postgres-url.ts';

/** The sum of all series of this name whose labels hold all of these texts. */
function sumOf(text: string, name: string, ...labels: string[]): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  if (lines.length === 0) throw new Error(`No ${name} in:\n${text}`);
  return lines
    .filter((line) => labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

test.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('Serves the metrics of a node on %s', async (_, onPostgres) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-metrics-'));
  const database = onPostgres ? await createDatabase(await postgresUrl()) : null;
  const port = await freePort();
  const server = await startServer({
    DATA_DIR: dataDir,
    SAMPLE_DATA: 'off',
    HOST: '0.0.0.0',
    METRICS_PORT: String(port),
    ...(database && { DATABASE_URL: database.url }),
  });
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const scrape = async () => await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  expect(sumOf(await scrape(), 'naijabuilt_pool_most')).toBe(onPostgres ? 10 : 0);
  for (let request = 0; request < 20; request += 1) await (await fetch(server.origin)).text();
  await fetch(`${server.origin}/api/v1/app/nothing/`);
  await fetch(`${server.origin}/media/aa-1.png`);
  const text = await scrape();
  const requests = (...labels: string[]) => sumOf(text, 'naijabuilt_request_seconds_count', ...labels);
  expect(requests('kind="page"', 'status="2xx"')).toBe(20);
  expect(requests('cache="hit"', 'kind="page"')).toBe(19);
  expect(requests('cache="miss"', 'kind="page"')).toBe(1);
  expect(requests('kind="api"', 'status="4xx"')).toBe(1);
  expect(requests('kind="media"', 'status="4xx"')).toBe(1);
  expect(sumOf(text, 'naijabuilt_cache_entries')).toBeGreaterThan(0);
  expect(sumOf(text, 'naijabuilt_mails_waiting')).toBe(0);
  expect(sumOf(text, 'naijabuilt_pictures_waiting')).toBe(0);
  expect(sumOf(text, 'naijabuilt_other_nodes')).toBe(0);
  expect(sumOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(50e6);
  // The format requires unique names.
  const names = text.split('\n').flatMap((line) => (line.startsWith('# TYPE ') ? [line.split(' ')[2]] : []));
  expect(new Set(names).size).toBe(names.length);
  // The metrics are not on the public port, and nothing else is on theirs.
  expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  // The metrics listen on METRICS_HOST only, whatever HOST is. On Linux all of 127.0.0.0/8 is this
  // machine.
  await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
  await server.stop('SIGTERM');
  expect(server.process.exitCode).toBe(0);
});

test.each(['PORT', 'METRICS_PORT'])('Names a %s that is in use in one line', async (variable) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-metrics-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const ports = {
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    [variable]: String(port),
  };
  const env = { ...process.env, DATA_DIR: dataDir, SAMPLE_DATA: 'off', LOG_LEVEL: 'error', ...ports };
  const child = spawn(process.execPath, ['src/main.ts'], { env });
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(said).toBe(`${variable}=${port}: another program listens there. Stop it or choose another port.\n`);
  expect(child.exitCode).toBe(1);
});
