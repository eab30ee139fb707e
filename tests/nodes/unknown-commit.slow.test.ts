// The connection to PostgreSQL breaks while it commits a change: the writer is told to try again, and every node drops
// what it kept, because the change may be there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../support/connection.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { createApp } from '../support/fresh-everywhere.ts';
import { startPostgresGate } from '../support/postgres-gate.ts';
import { postgresUrl } from '../support/postgres-url.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startServer } from '../support/server-process.ts';

test('Shows a change whose writer was not told that it was stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-unknown-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = await createDatabase(await postgresUrl());
  onTestFinished(() => database.drop());
  const gate = await startPostgresGate(database.url);
  const start = async (url: string) => {
    const node = await startServer({
      DATA_DIR: folder,
      DATABASE_URL: url,
      SITE_URL: 'http://naijabuilt.test',
      SAMPLE_DATA: 'off',
      RATE_LIMIT: 'off',
    });
    onTestFinished(() => node.stop('SIGKILL'));
    return node;
  };
  // Only the connections of the first one can break.
  const [near, far] = [await start(gate.url), await start(database.url)];
  const access = await signUpRemotely(near.origin, folder);
  const connection = connect(near.origin);
  onTestFinished(() => connection.close());
  const path = `/api/v1/app/${await createApp(connection, access)}/`;
  const described = async (origin: string) =>
    ((await (await fetch(origin + path)).json()) as { description: string }).description;
  const shown = async () => [await described(near.origin), await described(far.origin)];
  expect(await shown()).toEqual(['Version 0.', 'Version 0.']);
  gate.breakAtCommit();
  const { status } = await connection.send('PATCH', path, { description: 'Version 1.' }, access);
  expect(status).toBe(503);
  await expect.poll(shown, { timeout: 4_000, interval: 50 }).toEqual(['Version 1.', 'Version 1.']);
}, 120_000);
