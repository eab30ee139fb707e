// npm start: builds stale pages, then serves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { isBuilt } from './build-stamp.ts';

/** Builds in another process, so that the server does not load the bundler. A failed build ends this process. */
async function buildPages(): Promise<void> {
  const child = spawn(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) process.exit(status ?? 1);
}

if (existsSync('.env')) loadEnvFile('.env');
let pagesBuilt: Promise<void> | undefined;
if (!isBuilt()) {
  const isFirst = !existsSync('dist');
  pagesBuilt = buildPages();
  // The first start makes the database and the pictures of the samples meanwhile. A later one waits, so that a failed
  // build leaves the database as it is.
  if (!isFirst) await pagesBuilt;
}
const { run } = await import('../src/main.ts');
await run(pagesBuilt);
