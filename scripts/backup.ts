// npm run backup -- <folder>: a backup of the configured directory, while it is in use.
import { existsSync, statSync } from 'node:fs';
import { parseConfig } from '../src/lib/server/platform/config/config.ts';
import { inEnglish, runCommand, secondsSince, sumOf, UsageError } from './command.ts';
import { backUp } from './data/backup.ts';

const help = `Usage: npm run backup -- <folder> [--keep <number>]

Takes a backup of the directory of the current configuration (DATA_DIR, DATABASE_URL,
MEDIA_URL), while it is in use: the database as it is at one instant, every picture it
refers to, and the secret. Pictures that an earlier backup in <folder> has are not copied
again.

  --keep <number>   remove all but so many of the newest backups, and the pictures that
                    only they had
  --help            this text

Example: npm run backup -- /var/backups/naijabuilt --keep 14`;

/**
 * Switches to the user who owns `folder` if root runs this and that user owns DATA_DIR as well, or there is none: files
 * of root could neither be read nor removed by the nightly backup, which that user takes.
 */
function actAsOwner(folder: string, dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0 || (existsSync(dataDir) && statSync(dataDir).uid !== uid)) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

const options = { keep: { type: 'string' } } as const;

await runCommand({ help, options, takes: [1, 1] }, async ({ values, positionals: [folder = ''] }) => {
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && (!Number.isInteger(keep) || keep < 1))
    throw new UsageError(`--keep ${String(values.keep)}: must be a whole number from 1.`);
  const began = performance.now();
  const config = parseConfig(process.env);
  actAsOwner(folder, config.dataDir);
  const { copied, manifest, name, removed } = await backUp(config, folder, keep);
  const pictures = Object.keys(manifest.pictures).length;
  console.log(
    `Backup ${name}: ${inEnglish(sumOf(manifest.rows))} rows, ${inEnglish(pictures)} picture files (${inEnglish(copied)} new), ${secondsSince(began)}.`,
  );
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}`);
});
