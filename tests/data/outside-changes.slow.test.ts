// Another process writes to the database of a running server, by SQL or by a command of the operator. Needs a build
// (`npm run build`).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../support/fresh-everywhere.ts';
import { connect } from '../support/connection.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startServer } from '../support/server-process.ts';

test('Hides a listing within seconds after it was deleted by SQL', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-outside-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
  onTestFinished(() => server.stop());
  const connections = Array.from({ length: 4 }, () => connect(server.origin));
  onTestFinished(() => connections.forEach((connection) => connection.close()));
  const [first] = connections;
  if (!first) throw new Error('No connection.');
  const id = await createApp(first, await signUpRemotely(server.origin, dataDir));
  const paths = ['/app/fresh', `/api/v1/app/${id}/`, '/', '/api/v1/app/', '/search?q=fresh', '/sitemap.xml'];
  const read = () =>
    Promise.all(connections.flatMap((connection) => paths.map((path) => connection.send('GET', path))));
  // The answers are cached from now on.
  for (const { status } of await read()) expect(status).toBe(200);

  const outside = new BetterSqlite(join(dataDir, 'naijabuilt.db'));
  outside.pragma('foreign_keys = ON');
  expect(outside.prepare('delete from apps where id = ?').run(id).changes).toBe(1);
  outside.close();
  const shows = async () =>
    (await read()).filter(({ status, text }) => status === 200 && text.includes('Fresh')).length;
  await expect.poll(shows, { timeout: 5_000 }).toBe(0);
}, 60_000);
