// A PostgreSQL that does not answer, answers late, or has no connection left.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { openPostgres } from './postgres.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { postgresUrl } from '../../../../../tests/support/postgres-url.ts';

const url = `${await postgresUrl()}/postgres`;

test('Tells reads and writes to retry later when no database answers', async () => {
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none');
  await expect(away.check()).rejects.toThrow(DatabaseUnavailable);
  await expect(away.write(() => Promise.resolve())).rejects.toThrow(DatabaseUnavailable);
  await away.close();
});

/** A proxy in front of the database that can fall silent without closing connections, like a machine that is gone. */
async function startGate() {
  let silent = false;
  let callers = 0;
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(url);
  const gate = createServer((caller) => {
    callers += 1;
    const behind = createConnection(Number(port), hostname);
    sockets.push(caller, behind);
    for (const [from, to] of [
      [caller, behind],
      [behind, caller],
    ] as const) {
      from.on('data', (bytes) => !silent && to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    gate.close();
  });
  const address = new URL(url);
  address.port = String((gate.address() as AddressInfo).port);
  return { url: address.href, callers: () => callers, setSilent: (value: boolean) => void (silent = value) };
}

test('Gives up a database that falls silent, and finds it again', async () => {
  const gate = await startGate();
  const far = openPostgres(gate.url, { poolSize: 1, waitMs: 500, statementMs: 100 });
  await far.check();
  gate.setSilent(true);
  await expect(far.check()).rejects.toThrow(DatabaseUnavailable);
  gate.setSilent(false);
  await far.check();
  await far.close();
});

test('A start waits for a database that accepts connections but does not answer yet', async () => {
  const gate = await startGate();
  gate.setSilent(true);
  const far = openPostgres(gate.url, { waitMs: 200 });
  const started = far.exclusively(() => Promise.resolve('started'));
  // The first call has been given up.
  await expect.poll(gate.callers).toBeGreaterThan(1);
  gate.setSilent(false);
  expect(await started).toBe('started');
  await far.close();
});

test('A start waits for a database without a free connection', async () => {
  const role = `few_${randomUUID().replaceAll('-', '')}`;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  onTestFinished(() => server.end());
  await server.query(`create role ${role} login password 'test' connection limit 0`);
  const gate = await startGate();
  const address = new URL(gate.url);
  address.username = role;
  address.password = 'test';
  const far = openPostgres(address.href);
  const started = far.exclusively(() => Promise.resolve('started'));
  await expect.poll(gate.callers).toBeGreaterThan(1);
  await server.query(`alter role ${role} connection limit -1`);
  expect(await started).toBe('started');
  await far.close();
  await server.query(`drop role ${role}`);
});

test('A start without a database names its address, and says what to do', async () => {
  const far = openPostgres('postgres://nobody:secret@127.0.0.1:1/none', { startMs: 300 });
  const started = far.exclusively(() => Promise.resolve('started'));
  await expect(started).rejects.toThrow(ConfigError);
  await expect(started).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1 .*ECONNREFUSED.*Start it/,
  );
  await expect(started).rejects.not.toThrow(/secret/);
  await far.close();
});
