// Remarks of a start about its environment, after which it continues. Needs a build (`npm run build`).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../support/server-process.ts';

// A start takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

// The remark on each value: src/lib/server/platform/config/config.test.ts.
test('Serves with one process and says so if WORKERS is set', async () => {
  const workers = '4';
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-remarks-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const server = spawn(process.execPath, ['src/main.ts'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      SAMPLE_DATA: 'off',
      // The lines are not part of the log, which is silent here.
      LOG_LEVEL: 'silent',
      WORKERS: workers,
    },
  });
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  const said = text(server.stderr);
  const status = async () => {
    if (server.exitCode !== null) return `ended with ${server.exitCode}: ${await said}`;
    return await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.status,
      () => 'no answer yet',
    );
  };
  await expect.poll(status, { timeout: 90_000 }).toBe(200);
  // Linux names the processes that each thread has started.
  const children = await readFile(`/proc/${String(server.pid)}/task/${String(server.pid)}/children`, 'utf8');
  expect(children.trim()).toBe('');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await said).toBe(
    `WORKERS=${workers}: is no longer read: one process is one node. For more cores or machines run more ` +
      'nodes on PostgreSQL, as docs/operations.md shows, and remove WORKERS.\n' +
      'CONTACT_EMAIL=hello@naijabuilt.example: nobody reads mail that is sent there. Set it to an address of yours.\n',
  );
});
