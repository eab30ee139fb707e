// npm run test:postgres: the browser tests against the product on PostgreSQL, with its pictures in an S3 bucket. The
// unit and API tests run on both databases in npm run test:all already.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tests/harness/postgres.ts';
import { startS3 } from '../tests/harness/s3.ts';

const built = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-postgres-'));
const postgres = await startPostgres(folder);
const s3 = await startS3();
try {
  const playwright = spawn('playwright', ['test', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...s3.env,
      DATABASE_URL: `${postgres.url}/postgres`,
      MEDIA_URL: s3.url('pictures'),
    },
  });
  const [code] = (await once(playwright, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await s3.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
