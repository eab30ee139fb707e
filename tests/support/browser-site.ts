// The built product for browser tests: each worker of Playwright has a server, and data, of its own. The sample
// listings are loaded once a run; workers get copies.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './fresh-database.ts';
import { startServer } from './server-process.ts';

export interface BrowserSite {
  origin: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** Every test signs up from the same address. */
const settings = { RATE_LIMIT: 'off' };

/** Names of the variables by which workers find what the run has made. */
const templateFolder = 'TEST_TEMPLATE_DIR';
const templateDatabase = 'TEST_TEMPLATE_DATABASE';

/** `postgres://user:password@host:port` where the tests run on PostgreSQL. */
function postgresServer(): string | null {
  const url = process.env['DATABASE_URL'];
  return url === undefined ? null : url.slice(0, url.lastIndexOf('/'));
}

/** Loads the sample listings. @returns what removes them */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-samples-'));
  const postgres = postgresServer();
  const database = postgres === null ? null : await createDatabase(postgres);
  const server = await startServer({
    ...settings,
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url }),
  });
  await server.stop();
  process.env[templateFolder] = dataDir;
  if (database) process.env[templateDatabase] = database.url.slice(database.url.lastIndexOf('/') + 1);
  return async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A server on a free port, with a copy of the sample listings. */
export async function startBrowserSite(): Promise<BrowserSite> {
  const template = process.env[templateFolder];
  if (template === undefined) throw new Error('The sample listings have not been loaded.');
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-browser-'));
  await cp(template, dataDir, { recursive: true });
  const postgres = postgresServer();
  const database = postgres === null ? null : await createDatabase(postgres, process.env[templateDatabase]);
  const server = await startServer({
    ...settings,
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url }),
  });
  return {
    origin: server.origin,
    dataDir,
    async stop() {
      await server.stop();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
