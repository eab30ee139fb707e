// The first start on an empty directory. Needs a build (`npm run build`).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/server-process.ts';

test('Says in one line that it made the database, and has exports and similar apps within 10 s', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-first-start-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const lines: string[] = [];
  const server = await startServer(
    { DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    { onLine: (line) => lines.push(line) },
  );
  onTestFinished(() => server.stop('SIGKILL'));
  expect(lines.filter((line) => /Migrated|Created the database/.test(line))).toHaveLength(1);

  const get = async (path: string) => await fetch(server.origin + path);
  const within = { timeout: 10_000 };
  await expect.poll(async () => (await get('/export/apps.ndjson')).status, within).toBe(200);
  const exported = (await (await get('/export/apps.ndjson')).text()).trim().split('\n');
  const { url } = JSON.parse(exported[0] ?? '') as { url: string };
  await expect.poll(async () => await (await fetch(url)).text(), within).toContain('Similar apps');
  expect((await get('/export/apps.csv')).status).toBe(200);
}, 180_000);
