// npm run restore -- <folder>: restores a backup into an empty place.
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { inEnglish, runCommand, secondsSince, sumOf } from './command.ts';
import { restore } from './data/restore.ts';

const help = `Usage: npm run restore -- <folder> [--backup <name>]

Puts a backup that npm run backup has made in <folder> into the place that the current
configuration names (DATA_DIR, DATABASE_URL, MEDIA_URL). DATA_DIR, and the database of
DATABASE_URL, must be empty. It may be of another kind: a backup of SQLite and the disk
moves into PostgreSQL and S3. If it is interrupted, run it again.

  --backup <name>   which one, such as 20261121T080000000Z; the newest when left out
  --help            this text

Example: DATA_DIR=/srv/naijabuilt npm run restore -- /var/backups/naijabuilt`;

const options = { backup: { type: 'string' } } as const;

await runCommand({ help, options, takes: [1, 1] }, async ({ values, positionals: [folder = ''] }) => {
  const began = performance.now();
  const { manifest, name } = await restore(parseConfig(process.env), folder, values.backup);
  const pictures = Object.keys(manifest.pictures).length;
  console.log(
    `Restored ${name}: ${inEnglish(sumOf(manifest.rows))} rows, ${inEnglish(pictures)} picture files, ${secondsSince(began)}.`,
  );
});
