// npm run migrate-to-postgres: moves a SQLite directory into PostgreSQL, and its pictures into the configured storage.
import { parseArgs } from 'node:util';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { inEnglish, runCommand, secondsSince, showHelp } from './command.ts';
import { MoveError } from './data/move-error.ts';
import { moveToPostgres } from './data/move-to-postgres.ts';
import { reporter } from './data/progress.ts';

const help = `Usage: DATA_DIR=... DATABASE_URL=postgres://... npm run migrate-to-postgres

Moves the SQLite directory in DATA_DIR into the empty database of DATABASE_URL, and its
pictures to MEDIA_URL where that is set. Compares every row and every picture at the end.
Stop the server first: it refuses to begin while one runs on DATA_DIR, and none starts
there meanwhile. If it is interrupted, run it again: it goes on where it stopped. DATA_DIR
is left as it is.

  --help   this text`;

await runCommand(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) showHelp(help, true);
  const began = performance.now();
  const config = parseConfig(process.env);
  const result = await moveToPostgres({ config, progress: reporter(console.log), print: console.log });
  const line = (name: string, count: number, what: string): void =>
    console.log(`  ${name.padEnd(20)} ${inEnglish(count).padStart(12)} ${what}, the same`);
  for (const [name, rows] of Object.entries(result.rows)) line(name, rows, 'rows');
  if (config.mediaUrl !== undefined) line('pictures', result.files, 'files');
  console.log(`Moved in ${secondsSince(began)}.`);
  console.log(
    `Start every node with this DATABASE_URL${config.mediaUrl === undefined ? '' : ', this MEDIA_URL'}, and AUTH_SECRET set to what is in ${config.dataDir}/auth-secret.`,
  );
}, [MoveError]);
