// npm run restore -- <folder>: restores a backup into an empty place.
import { parseArgs } from 'node:util';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { inEnglish, runCommand, secondsSince, showHelp, sumOf } from './command.ts';
import { restore, RestoreError } from './data/restore.ts';

const help = `Usage: npm run restore -- <folder> [--backup <name>]

Puts a backup that npm run backup has made in <folder> into the place that the current
configuration names (DATA_DIR, DATABASE_URL, MEDIA_URL). DATA_DIR, and the database of
DATABASE_URL, must be empty. It may be of another kind: a backup of SQLite and the disk
moves into PostgreSQL and S3. If it is interrupted, run it again.

  --backup <name>   which one, such as 20261121T080000000Z; the newest when left out
  --help            this text

Example: DATA_DIR=/srv/naijabuilt npm run restore -- /var/backups/naijabuilt`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { backup: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (values.help || folder === undefined || positionals.length > 1) showHelp(help, values.help);
  const began = performance.now();
  const config = parseConfig(process.env);
  const { name, manifest } = await restore(config, folder, values.backup);
  console.log(
    `Restored ${name}: ${inEnglish(sumOf(Object.values(manifest.rows)))} rows, ${inEnglish(Object.keys(manifest.pictures).length)} picture files, ${secondsSince(began)}.`,
  );
}, [RestoreError]);
