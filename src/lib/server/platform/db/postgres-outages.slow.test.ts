// A PostgreSQL that does not answer, answers late, or has no connection left.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { openPostgres } from './postgres.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { startPostgresGate } from '../../../../../tests/support/postgres-gate.ts';
import { postgresUrl } from '../../../../../tests/support/postgres-url.ts';

const url = `${await postgresUrl()}/postgres`;

test('Tells reads and writes to retry later when no database answers', async () => {
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none');
  await expect(away.check()).rejects.toThrow(DatabaseUnavailable);
  await expect(away.write(() => Promise.resolve())).rejects.toThrow(DatabaseUnavailable);
  await away.close();
});

test('Gives up a database that falls silent, and finds it again', async () => {
  const gate = await startPostgresGate(url);
  const far = openPostgres(gate.url, { poolSize: 1, waitMs: 500, statementMs: 100 });
  await far.check();
  gate.setSilent(true);
  await expect(far.check()).rejects.toThrow(DatabaseUnavailable);
  gate.setSilent(false);
  await far.check();
  await far.close();
});

test('Tells where it is unknown whether a commit has happened', async () => {
  const gate = await startPostgresGate(url);
  const far = openPostgres(gate.url, { poolSize: 2 });
  const unknown: string[] = [];
  far.onUnknownCommit(() => unknown.push('unknown'));
  const table = `kept_${randomUUID().replaceAll('-', '')}`;
  const add = () => far.write((trx) => sql.raw(`insert into ${table} values (1)`).execute(trx as never));
  await far.write((trx) => sql.raw(`create table ${table} (number int)`).execute(trx as never));
  await add();
  expect(unknown).toEqual([]);
  gate.breakAtCommit();
  await expect(add()).rejects.toThrow(DatabaseUnavailable);
  expect(unknown).toEqual(['unknown']);
  const { rows } = await sql.raw(`select * from ${table}`).execute(far.read as never);
  expect(rows).toHaveLength(2);
  await far.write((trx) => sql.raw(`drop table ${table}`).execute(trx as never));
  await far.close();
});

test('A start waits for a database that accepts connections but does not answer yet', async () => {
  const gate = await startPostgresGate(url);
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
  const gate = await startPostgresGate(url);
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
