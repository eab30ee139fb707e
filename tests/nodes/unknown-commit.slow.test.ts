// The connection to PostgreSQL breaks while it commits a change: the writer is told to try again, and every node drops
// what it kept, because the change may be there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { atDesk } from '../../scripts/data/moderate.ts';
import { withProductInUse } from '../../scripts/data/product-in-use.ts';
import type { Moderation } from '../../src/lib/server/moderation/index.ts';
import { parseConfig, type Config } from '../../src/lib/server/platform/config/config.ts';
import { connect } from '../support/connection.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { createApp } from '../support/fresh-everywhere.ts';
import { startPostgresGate } from '../support/postgres-gate.ts';
import { postgresUrl } from '../support/postgres-url.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

/** A database behind a gate that can break its connections, and a way to start nodes on either side of the gate. */
async function startGatedDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-unknown-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = await createDatabase(await postgresUrl());
  onTestFinished(() => database.drop());
  const gate = await startPostgresGate(database.url);
  const settingsFor = (url: string) => ({
    DATA_DIR: folder,
    DATABASE_URL: url,
    SITE_URL: 'http://naijabuilt.test',
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
  });
  const start = async (url: string) => {
    const node = await startServer(settingsFor(url));
    onTestFinished(() => node.stop('SIGKILL'));
    return node;
  };
  return { database, folder, gate, settingsFor, start };
}

/** Signs somebody up on a node, and publishes an app of theirs. */
async function listApp({ origin }: ServerProcess, folder: string) {
  const access = await signUpRemotely(origin, folder);
  const connection = connect(origin);
  onTestFinished(() => connection.close());
  return { access, connection, path: `/api/v1/app/${await createApp(connection, access)}/` };
}

test('Shows a change whose writer was not told that it was stored', async () => {
  const { database, folder, gate, start } = await startGatedDatabase();
  // Only the connections of the first one can break.
  const [near, far] = [await start(gate.url), await start(database.url)];
  const { access, connection, path } = await listApp(near, folder);
  const described = async ({ origin }: ServerProcess) =>
    ((await (await fetch(origin + path)).json()) as { description: string }).description;
  const shown = async () => [await described(near), await described(far)];
  expect(await shown()).toEqual(['Version 0.', 'Version 0.']);
  gate.breakAtCommit();
  const { status } = await connection.send('PATCH', path, { description: 'Version 1.' }, access);
  expect(status).toBe(503);
  await expect.poll(shown, { timeout: 4_000, interval: 50 }).toEqual(['Version 1.', 'Version 1.']);
}, 120_000);

type Command = (config: Config, work: (moderation: Moderation) => Promise<unknown>) => Promise<unknown>;
const commands: Record<string, Command> = {
  moderation: (config, work) => atDesk(config, ({ moderation }) => work(moderation)),
  'all services': (config, work) => withProductInUse(config, ({ services }) => work(services.moderation)),
};

test.each(Object.entries(commands))(
  'Shows a change that a command with %s was not told of',
  async (_name, command) => {
    const { database, folder, gate, settingsFor, start } = await startGatedDatabase();
    const node = await start(database.url);
    const { path } = await listApp(node, folder);
    const statusOf = async () => (await fetch(node.origin + path)).status;
    const { owner } = (await (await fetch(node.origin + path)).json()) as { owner: { id: string } };
    expect(await statusOf()).toBe(200);
    const run = command(parseConfig(settingsFor(gate.url)), (moderation) => {
      gate.breakAtCommit();
      return moderation.banAccount(owner.id, 'Spam.');
    });
    await expect(run).rejects.toThrow();
    await expect.poll(statusOf, { timeout: 1_000 }).not.toBe(200);
  },
  120_000,
);

test.each(Object.entries(commands))(
  'Shows a change of a command with %s that was killed after its commit',
  async (_name, command) => {
    const { database, folder, gate, settingsFor, start } = await startGatedDatabase();
    const node = await start(database.url);
    const { path } = await listApp(node, folder);
    const statusOf = async () => (await fetch(node.origin + path)).status;
    const { owner } = (await (await fetch(node.origin + path)).json()) as { owner: { id: string } };
    expect(await statusOf()).toBe(200);
    const run = command(parseConfig(settingsFor(gate.url)), (moderation) => {
      gate.endAtCommit();
      return moderation.banAccount(owner.id, 'Spam.');
    });
    await expect(run).rejects.toThrow();
    await expect.poll(statusOf, { timeout: 1_000 }).not.toBe(200);
  },
  120_000,
);
