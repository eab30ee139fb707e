// npm run migrate-to-postgres: moves a SQLite directory into PostgreSQL, and its pictures into the configured storage.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../src/lib/server/platform/config/config.ts';
import { moveToPostgres, MoveError } from './data/move-to-postgres.ts';
import { reporter } from './data/progress.ts';

const help = `Usage: DATA_DIR=... DATABASE_URL=postgres://... npm run migrate-to-postgres

Moves the SQLite directory in DATA_DIR into the empty database of DATABASE_URL, and its
pictures to MEDIA_URL where that is set. Compares every row and every picture at the end.
Stop the server first: it refuses to begin while one runs on DATA_DIR, and none starts
there meanwhile. If it is interrupted, run it again: it goes on where it stopped. DATA_DIR
is left as it is.

  --help   this text`;

if (existsSync('.env')) loadEnvFile('.env');
try {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const began = performance.now();
  const config = parseConfig(process.env);
  const result = await moveToPostgres({ config, progress: reporter(console.log), print: console.log });
  for (const [name, rows] of Object.entries(result.rows))
    console.log(`  ${name.padEnd(20)} ${rows.toLocaleString('en').padStart(12)} rows, the same`);
  if (config.mediaUrl !== undefined)
    console.log(
      `  ${'pictures'.padEnd(20)} ${result.files.toLocaleString('en').padStart(12)} files, the same`,
    );
  console.log(`Moved in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  console.log(
    `Start every node with this DATABASE_URL${config.mediaUrl === undefined ? '' : ', this MEDIA_URL'}, and AUTH_SECRET set to what is in ${config.dataDir}/auth-secret.`,
  );
} catch (error) {
  const plain = error instanceof ConfigError || error instanceof MoveError;
  console.error(plain ? error.message : error);
  process.exit(1);
}
