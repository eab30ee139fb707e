// A real PostgreSQL for the tests: one server for the whole run, and a separate database for each test file. It starts
// when the first test asks for it (tests/support/postgres-url.ts). The migrations run once on each engine; test files
// get copies of the result.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { systemClock } from '../src/lib/server/platform/clock.ts';
import type { OpenDatabase } from '../src/lib/server/platform/db/database.ts';
import { migrate } from '../src/lib/server/platform/db/migrate.ts';
import { openPostgres } from '../src/lib/server/platform/db/postgres.ts';
import { databaseFile, openSqlite } from '../src/lib/server/platform/db/sqlite.ts';
import { loadDefaults } from '../src/lib/server/rules/names/load-defaults.ts';
import { startPostgres, type PostgresServer } from './support/embedded-postgres.ts';
import { createTemplate } from './support/fresh-database.ts';
import { listen } from './support/listen.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Starts PostgreSQL at the first request, and answers with its address without a database. */
    postgresStarter: string;
    /** A closed SQLite file with the current schema and the reserved names. */
    sqliteTemplate: string;
  }
}

/** Also reserves the default names, which each product would do at its first start. */
async function prepare(db: OpenDatabase): Promise<void> {
  await migrate(db);
  await loadDefaults({ db, clock: systemClock });
  await db.close();
}

async function start(folder: string): Promise<PostgresServer> {
  // A test's database is thrown away, so it need not survive a power cut.
  const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const server = await startPostgres(
    folder,
    flags.flatMap((flag) => ['-c', flag]),
  );
  await prepare(openPostgres(await createTemplate(server.url)));
  return server;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-postgres-'));
  const sqliteFolder = join(folder, 'sqlite');
  await prepare(openSqlite(sqliteFolder));
  let server: Promise<PostgresServer> | undefined;
  const starter = await listen((_request, response) => {
    server ??= start(folder);
    server.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide('postgresStarter', starter.origin);
  project.provide('sqliteTemplate', databaseFile(sqliteFolder));
  return async () => {
    await starter.stop();
    await (await server)?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
