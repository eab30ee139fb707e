// The built product for browser tests: each worker of Playwright has its own server and data. The sample listings are
// loaded once a run, and the workers get copies.
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintOf } from '../../scripts/build-stamp.ts';
import { createDatabase } from './fresh-database.ts';
import { runCommand } from './run-command.ts';
import { startServer } from './server-process.ts';

export interface BrowserSite {
  origin: string;
  dataDir: string;
  /** Left out on SQLite. */
  databaseUrl?: string;
  stop(): Promise<void>;
}

/**
 * Every test signs up from the same address, so limits are off. Browsers refuse passkeys for an address without a name.
 */
const settings = { HOST: 'localhost', RATE_LIMIT: 'off' };

/** Environment variables that tell the workers what the run prepared. */
const templateFolder = 'TEST_TEMPLATE_DIR';
const templateDatabase = 'TEST_TEMPLATE_DATABASE';

/** `postgres://user:password@host:port` when the tests run on PostgreSQL, otherwise null. */
function postgresServer(): string | null {
  const url = process.env['DATABASE_URL'];
  return url === undefined ? null : url.slice(0, url.lastIndexOf('/'));
}

/** The sources that decide how the sample listings are stored; answering requests and rendering pages do not. */
const sampleSources = [
  'package-lock.json',
  'src/compose.ts',
  'src/lib/server/{accounts,apps,media,platform,profiles,screenshots,search,timeline,versions,views}/**/*',
  'src/lib/shared/**/*',
  'src/sample-data/**/*',
  'tests/support/load-samples.ts',
];

/** Loads the sample listings into an empty folder. */
async function loadSamples(dataDir: string, database?: string): Promise<void> {
  const { code, said } = await runCommand('tests/support/load-samples.ts', {
    DATA_DIR: dataDir,
    ...(database !== undefined && { DATABASE_URL: database }),
  });
  if (code !== 0) throw new Error(`The sample listings could not be loaded: ${said}`);
}

/**
 * Loading takes some seconds of processor time, so the result is kept: for a day, because dates shown as 'two days ago'
 * grow old, and only until one of its sources changes.
 */
async function keptSamples(): Promise<string> {
  const cache = join('node_modules', '.cache', 'naijabuilt-samples');
  const today = new Date().toISOString().slice(0, 10);
  const kept = join(cache, `${today}-${fingerprintOf(sampleSources).slice(0, 16)}`);
  if (existsSync(kept)) return kept;
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'being-made-'));
  await loadSamples(made);
  await rename(made, kept);
  return kept;
}

/** Loads the sample listings unless that is done. @returns a function that removes what only this run uses */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const postgres = postgresServer();
  if (postgres === null) {
    process.env[templateFolder] = await keptSamples();
    return () => Promise.resolve();
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-samples-'));
  const database = await createDatabase(postgres);
  await loadSamples(dataDir, database.url);
  process.env[templateFolder] = dataDir;
  process.env[templateDatabase] = database.url.slice(database.url.lastIndexOf('/') + 1);
  return async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Starts a server on a free port with a copy of the sample listings. */
export async function startBrowserSite(env: Record<string, string> = {}): Promise<BrowserSite> {
  const template = process.env[templateFolder];
  if (template === undefined) throw new Error('The sample listings have not been loaded.');
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-browser-'));
  await cp(template, dataDir, { recursive: true });
  const postgres = postgresServer();
  const database = postgres === null ? null : await createDatabase(postgres, process.env[templateDatabase]);
  const server = await startServer(
    { ...settings, DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }), ...env },
    { entry: 'tests/support/browser-server.ts' },
  );
  return {
    origin: server.origin,
    dataDir,
    ...(database && { databaseUrl: database.url }),
    async stop() {
      await server.stop();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
