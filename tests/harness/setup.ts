// Runs once before the tests: a folder in memory for their data, the cache of compiled modules, and PostgreSQL where
// TEST_ENGINE asks for it.
import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './postgres.ts';

/** The in-memory file system of Linux. */
const memory = '/dev/shm';
const enoughBytes = 2 ** 30;

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}

export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(hasRoom() ? memory : tmpdir(), 'naijabuilt-tests-'));
  // As /tmp, because PostgreSQL runs as another user.
  await chmod(folder, 0o1777);
  // The workers inherit these.
  process.env['TMPDIR'] = folder;
  process.env['NODE_COMPILE_CACHE'] = join(process.cwd(), 'node_modules/.cache/node');
  const postgres =
    process.env['TEST_ENGINE'] === 'postgres' ? await startPostgres(join(folder, 'postgres')) : null;
  if (postgres) process.env['TEST_POSTGRES'] = postgres.url;
  return async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
