// Under a socket unit of systemd the socket outlives the server: clients that connect during a restart wait, and are
// answered.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { nodeFlags } from '../../scripts/node-settings.mjs';
import { freePort } from '../harness/postgres.ts';

const restarts = 3;
const clients = 8;

test('Answers every request through restarts, when systemd holds the socket', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-socket-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const holder = spawn(
    'perl',
    ['tests/harness/socket-holder.pl', String(port), process.execPath, ...nodeFlags, 'src/main.ts'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        // Nothing listens at that port: the server uses the inherited socket.
        PORT: '1',
        SITE_URL: `http://127.0.0.1:${String(port)}`,
        CONTACT_EMAIL: 'hello@apps.example.ng',
        LOG_LEVEL: 'info',
        RATE_LIMIT: 'off',
      },
    },
  );
  const ended = once(holder, 'exit');
  onTestFinished(async () => {
    holder.kill('SIGTERM');
    await ended;
  });
  const served = new Set<number>();
  createInterface({ input: holder.stdout }).on('line', (line) => {
    const entry = line.startsWith('{') ? (JSON.parse(line) as { msg: string; server?: number }) : null;
    if (entry?.msg === 'Listening') served.add(entry.server ?? 0);
  });

  await expect.poll(() => served.size, { timeout: 60_000 }).toBe(1);
  const state = { over: false };
  const statuses: (number | string)[] = [];
  const agent = new Agent({ keepAlive: false });
  const ask = () =>
    new Promise<number | string>((resolve) => {
      const request = get({ host: '127.0.0.1', port, path: '/about', agent }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', (error) => resolve(error.message));
      });
      request.on('error', (error) => resolve(error.message));
    });
  const reading = Array.from({ length: clients }, async () => {
    while (!state.over) statuses.push(await ask());
  });
  for (let restart = 0; restart <= restarts; restart += 1) {
    await expect.poll(() => served.size, { timeout: 60_000 }).toBe(restart + 1);
    const before = statuses.length;
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 50);
    if (restart < restarts) holder.kill('SIGHUP');
  }
  state.over = true;
  await Promise.all(reading);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(statuses.length).toBeGreaterThan(200);
});
