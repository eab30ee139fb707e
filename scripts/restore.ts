// npm run restore -- <folder>: restores a backup into an empty place.
import { parseArgs } from 'node:util';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { inEnglish, runCommand, secondsSince, showHelp, sumOf } from './command.ts';
import { reporter } from './data/progress.ts';
import { RestoreError } from './data/restore-place.ts';
import { restore } from './data/restore.ts';

const help = `Usage: npm run restore -- <folder> [--backup <name>]

Puts a backup that npm run backup has made in <folder> into the place that the current
configuration names (DATA_DIR, DATABASE_URL, MEDIA_URL). DATA_DIR, and the database of
DATABASE_URL, must be empty. Compares the rows of every table and every byte of every
picture with the backup; only then is it moved into its place. If it is interrupted, run
it again.

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
  const progress = reporter(console.log);
  const { name, manifest } = await restore({ config, folder, name: values.backup, progress });
  console.log(
    `Restored ${name}: ${inEnglish(sumOf(Object.values(manifest.rows)))} rows, ${inEnglish(manifest.pictures)} picture files, ${secondsSince(began)}.`,
  );
}, [RestoreError]);
