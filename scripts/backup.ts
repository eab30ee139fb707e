// npm run backup -- <folder>: a backup of the configured directory, while it is in use.
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../src/lib/server/platform/config/config.ts';
import { actAsOwner } from './act-as-owner.ts';
import { inEnglish, runCommand, secondsSince, showHelp, sumOf } from './command.ts';
import { backUp, BackupError } from './data/backup.ts';

const help = `Usage: npm run backup -- <folder> [--keep <number>]

Takes a backup of the directory of the current configuration (DATA_DIR, DATABASE_URL,
MEDIA_URL), while it is in use: the database as it is at one instant, every picture it
refers to, and the secret. Pictures that an earlier backup in <folder> has are not copied
again.

  --keep <number>   remove all but so many of the newest backups, and the pictures that
                    only they had
  --help            this text

Example: npm run backup -- /var/backups/naijabuilt --keep 14`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (values.help || folder === undefined || positionals.length > 1) showHelp(help, values.help);
  if (keep !== undefined && (!Number.isInteger(keep) || keep < 1))
    throw new ConfigError(`--keep ${values.keep}: must be a whole number from 1.`);
  const began = performance.now();
  const config = parseConfig(process.env);
  actAsOwner(folder, config.dataDir);
  const result = await backUp(config, folder, keep);
  const { rows, pictures } = result.manifest;
  console.log(
    `Backup ${result.name}: ${inEnglish(sumOf(Object.values(rows)))} rows, ${inEnglish(Object.keys(pictures).length)} picture files (${inEnglish(result.copied)} new), ${secondsSince(began)}.`,
  );
  if (result.removed.length > 0) console.log(`Removed: ${result.removed.join(', ')}`);
}, [BackupError]);
