// No stale answer after a write was acknowledged, whichever process wrote and whichever answers; also while processes
// are killed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { createApp, writeAndReadEverywhere } from '../support/fresh-everywhere.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { connect, startGroup, type ProcessGroup } from '../support/process-group.ts';
import { signUpRemotely } from '../support/remote-person.ts';

const count = 3;
let dataDir: string;
let group: ProcessGroup | undefined;

async function start(env: Record<string, string> = {}): Promise<{ group: ProcessGroup; access: string }> {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  group = await startGroup(count, { DATA_DIR: dataDir, SAMPLE_DATA: 'off', ...env });
  return { group, access: await signUpRemotely(group.origin, dataDir) };
}

afterEach(async () => {
  await group?.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function onPostgres(): Promise<Record<string, string>> {
  const { url } = await createDatabase(inject('postgresUrl'));
  return { DATABASE_URL: url };
}

describe('three processes', () => {
  test.each([
    ['sqlite', 10_000],
    ['postgres', 2_000],
  ])('on %s: %d writes, each read in all processes, none stale', async (engine, writes) => {
    const { group, access } = await start(engine === 'postgres' ? await onPostgres() : {});
    const [writers, readers, watchers] = [
      await group.connectToAll(),
      await group.connectToAll(),
      await group.connectToAll(),
    ];
    const [first] = writers;
    if (!first) throw new Error('No process.');
    const appId = await createApp(first, access);
    const began = performance.now();
    const tally = await writeAndReadEverywhere({ writers, readers, watchers }, access, appId, writes);
    const seconds = (performance.now() - began) / 1000;
    console.log(`${engine}:`, tally, `in ${seconds.toFixed(0)} s`);
    expect(tally).toEqual({ writes, reads: writes * count, stale: 0 });
  });

  test('killed over and over: what was acknowledged shows in every answer afterwards', async () => {
    const { group, access } = await start();
    const once = async <Result>(work: (connection: ReturnType<typeof connect>) => Promise<Result>) => {
      const connection = connect(group.origin);
      try {
        return await work(connection);
      } finally {
        connection.close();
      }
    };
    const appId = await once((connection) => createApp(connection, access));
    const path = `/api/v1/app/${appId}/`;
    const killing = setInterval(() => {
      const pids = group.workers().slice(-count);
      const pid = pids[Math.floor(Math.random() * pids.length)];
      if (pid === undefined) return;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It had ended already.
      }
    }, 1_500);
    const seen = { acknowledged: 0, unanswered: 0, reads: 0, stale: 0 };
    const until = performance.now() + 60_000;
    for (let version = 1; performance.now() < until; version += 1) {
      const written = await once((connection) =>
        connection.send('PATCH', path, { description: `Version ${version}.` }, access),
      ).catch(() => null);
      if (written?.status !== 200) {
        seen.unanswered += 1;
        continue;
      }
      seen.acknowledged += 1;
      const reads = Array.from({ length: 2 * count }, () =>
        once((connection) => connection.send('GET', path)).catch(() => null),
      );
      for (const answer of await Promise.all(reads)) {
        if (answer?.status !== 200) continue;
        seen.reads += 1;
        if (!answer.text.includes(`Version ${version}.`)) seen.stale += 1;
      }
    }
    clearInterval(killing);
    console.log(seen, `processes started: ${group.workers().length}`);
    expect(seen.stale).toBe(0);
    expect(seen.acknowledged).toBeGreaterThan(100);
    expect(group.workers().length).toBeGreaterThan(count + 5);
  });
});
