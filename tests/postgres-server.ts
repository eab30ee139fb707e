// A real PostgreSQL for the tests: one server for the whole run, a database of its own for each test file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './support/embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, without a database. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-postgres-'));
  // A test's database is thrown away, so a power cut costs nothing: fsync off makes creating databases fast.
  const server = await startPostgres(folder, ['-c', 'fsync=off']);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
