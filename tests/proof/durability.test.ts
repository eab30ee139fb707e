// Properties: an acknowledged write survives a power cut, and simultaneous writes share a sync.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../support/fresh-everywhere.ts';
import { connect, type Connection } from '../support/connection.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { percentile, startServer, type ServerProcess } from '../support/server-process.ts';

const env = { SAMPLE_DATA: 'off', RATE_LIMIT: 'off' };
let dataDir: string;
let server: ServerProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

describe('Power loss', () => {
  const writes = 500;

  test(`Syncs the log before each of ${writes} acknowledged writes to a reopened database`, async () => {
    if (spawnSync('strace', ['-V']).error)
      throw new Error('This proof traces system calls. Install strace: apt-get install strace');
    server = await startServer({ ...env, DATA_DIR: dataDir });
    const access = await signUpRemotely(server.origin, dataDir);
    await server.stop();
    // A reopened SQLite has its default of `synchronous`, which in WAL mode does not sync at a commit.
    const trace = join(dataDir, 'trace');
    const calls = 'trace=fdatasync,fsync,write,writev,sendto,sendmsg';
    server = await startServer(
      { ...env, DATA_DIR: dataDir },
      { pin: ['strace', '-D', '-f', '--seccomp-bpf', '-y', '-s', '16', '-e', calls, '-o', trace] },
    );
    const connection = connect(server.origin);
    const appId = await createApp(connection, access);
    for (let write = 0; write < writes; write += 1) {
      const body = { description: `Write ${write}.` };
      const { status } = await connection.send('PATCH', `/api/v1/app/${appId}/`, body, access);
      expect(status).toBe(200);
    }
    connection.close();
    await server.stop();
    const lines = (await readFile(trace, 'utf8')).split('\n');
    let synced = 0;
    let answered = 0;
    let unsynced = 0;
    /** Threads with a sync in progress; strace splits calls that overlap. */
    const syncing = new Set<string>();
    for (const line of lines) {
      const [thread = ''] = line.split(' ');
      if (/\b(?:fdatasync|fsync)\(\d+<[^>]*naijabuilt\.db-wal>/.test(line)) syncing.add(thread);
      if (syncing.has(thread) && / = 0$/.test(line)) {
        syncing.delete(thread);
        synced += 1;
      }
      // Every answer except that of the readiness check belongs to a write.
      if (!/\b(?:writev?|sendto|sendmsg)\(.*"HTTP\/1\.1 20[01]/.test(line)) continue;
      answered += 1;
      if (synced === 0) unsynced += 1;
      synced = 0;
    }
    console.log(
      `power loss: ${answered} answers of 2xx in the trace, ${unsynced} of them without a sync of the log before`,
    );
    // The first answer is the one of the readiness check.
    expect(answered).toBeGreaterThanOrEqual(writes + 2);
    expect(unsynced).toBeLessThanOrEqual(1);
  });
});

describe('Group commit', () => {
  test('Acknowledges more than 1,000 simultaneous writes a second, which share syncs', async () => {
    server = await startServer({ ...env, DATA_DIR: dataDir });
    const { origin } = server;
    const access = await signUpRemotely(origin, dataDir);
    const { email } = decodeJwt<{ email: string }>(access);
    const times: number[] = [];
    // Each rotation of a refresh token is one transaction of several rows, and a lost one would log the person out.
    // One after the other, because more than a few hashes at once are refused.
    const sessions: { connection: Connection; pair: { refresh: string } }[] = [];
    for (let writer = 0; writer < 64; writer += 1) {
      const connection = connect(origin);
      const login = { email, password: 'correct horse battery' };
      const { text } = await connection.send('POST', '/api/v1/token/', login);
      sessions.push({ connection, pair: JSON.parse(text) as { refresh: string } });
    }
    const until = performance.now() + 10_000;
    await Promise.all(
      sessions.map(async ({ connection, pair }) => {
        let { refresh } = pair;
        while (performance.now() < until) {
          const began = performance.now();
          const { status, text } = await connection.send('POST', '/api/v1/token/refresh/', { refresh });
          expect(status, text).toBe(200);
          ({ refresh } = JSON.parse(text) as { refresh: string });
          times.push(performance.now() - began);
        }
        connection.close();
      }),
    );
    console.log(
      `group commit: ${Math.round(times.length / 10)} acknowledged writes/s over HTTP, ` +
        `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    );
    expect(times.length / 10).toBeGreaterThan(1_000);
  });
});
