// A real PostgreSQL for the tests: one server for the whole run, and a separate database for each test file. The
// migrations run once on each engine; test files get copies of the result.
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
import { startPostgres } from './support/embedded-postgres.ts';
import { createTemplate } from './support/fresh-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, without a database. */
    postgresUrl: string;
    /** A closed SQLite file with the current schema and the reserved names. */
    sqliteTemplate: string;
  }
}

/** Also reserves the default names, which each product would do at its first start. */
async function prepare(db: OpenDatabase): Promise<void> {
  await migrate(db);
  await loadDefaults({ db, clock: systemClock });
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-postgres-'));
  // A test's database is thrown away, so it need not survive a power cut.
  const flags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const server = await startPostgres(
    folder,
    flags.flatMap((flag) => ['-c', flag]),
  );
  const onPostgres = openPostgres(await createTemplate(server.url));
  await prepare(onPostgres);
  await onPostgres.close();
  const sqliteFolder = join(folder, 'sqlite');
  const onSqlite = openSqlite(sqliteFolder);
  await prepare(onSqlite);
  await onSqlite.close();
  project.provide('postgresUrl', server.url);
  project.provide('sqliteTemplate', databaseFile(sqliteFolder));
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
