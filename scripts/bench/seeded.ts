import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../build-stamp.ts';

/** Runs a script of this project and fails with it. */
function script(file: string, args: string[], env: Record<string, string>): void {
  const { status } = spawnSync(process.execPath, [file, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${file} ended with ${String(status)}.`);
}

/** Builds the pages when they are stale, and makes a directory of so many apps once. @returns its DATA_DIR */
export function seeded(apps: number): string {
  if (!isBuilt()) script('scripts/build.ts', [], {});
  const dataDir = `bench-results/data-${apps}`;
  if (!existsSync(join(dataDir, 'naijabuilt.db'))) {
    console.log(`Filling a directory of ${apps} apps (once) ...`);
    script('scripts/seed.ts', ['--apps', String(apps)], { DATA_DIR: dataDir });
  }
  return dataDir;
}
