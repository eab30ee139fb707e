import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isBuilt } from '../build-stamp.ts';

/** Runs a script of this project. @throws Error where it fails */
function script(file: string, args: string[], env: Record<string, string>): void {
  const { status } = spawnSync(process.execPath, [file, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${file} ended with ${String(status)}.`);
}

/** Builds stale pages, and fills a directory with this number of apps once. @returns its DATA_DIR */
export function seeded(apps: number): string {
  if (!isBuilt()) script('scripts/build.ts', [], {});
  const dataDir = `bench-results/data-${apps}`;
  if (!existsSync(join(dataDir, 'naijabuilt.db'))) {
    // Seeding would make it private, and PostgreSQL runs as another user.
    mkdirSync('bench-results', { recursive: true });
    console.log(`Filling a directory of ${apps} apps (once) ...`);
    script('scripts/seed.ts', ['--apps', String(apps)], { DATA_DIR: dataDir });
  }
  return dataDir;
}

/**
 * Like `seeded`, in a PostgreSQL database.
 * @param server address of the server, without a database
 * @returns the variables of the configuration
 */
export async function seededPostgres(server: string, apps: number): Promise<Record<string, string>> {
  const env = { DATABASE_URL: `${server}/apps_${apps}`, DATA_DIR: `bench-results/postgres-media-${apps}` };
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [`apps_${apps}`]);
    if (rowCount) return env;
    console.log(`Filling a directory of ${apps} apps on PostgreSQL (once) ...`);
    await client.query(`create database apps_${apps}`);
    script('scripts/seed.ts', ['--apps', String(apps)], env);
    return env;
  } finally {
    await client.end();
  }
}
