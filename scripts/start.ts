// npm start: builds stale pages, then serves.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { isBuilt } from './build-stamp.ts';

if (existsSync('.env')) loadEnvFile('.env');
if (!isBuilt()) {
  // In another process, so that the server does not load the bundler.
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const { run } = await import('../src/main.ts');
await run();
