// npm run backup -- <folder>: a backup of the configured directory, while it is in use.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../src/lib/server/platform/config/config.ts';
import { backUp, BackupError } from './data/backup.ts';
import { reporter } from './data/progress.ts';

const help = `Usage: npm run backup -- <folder> [--keep <number>]

Takes a backup of the directory of the current configuration (DATA_DIR, DATABASE_URL,
MEDIA_URL), while it is in use: the database as it is at one instant, every picture it
refers to, and the secret. Pictures that an earlier backup in <folder> has are not copied
again.

  --keep <number>   remove all but so many of the newest backups, and the pictures that
                    only they had
  --help            this text

Example: npm run backup -- /var/backups/naijabuilt --keep 14`;

if (existsSync('.env')) loadEnvFile('.env');
try {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'string' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (values.help || folder === undefined || positionals.length > 1) {
    console.log(help);
    process.exit(values.help ? 0 : 2);
  }
  if (keep !== undefined && (!Number.isInteger(keep) || keep < 1))
    throw new ConfigError(`--keep ${values.keep}: must be a whole number from 1.`);
  const began = performance.now();
  const config = parseConfig(process.env);
  const result = await backUp({ config, folder, keep, progress: reporter(console.log) });
  const { manifest } = result;
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  console.log(
    `Backup ${result.name}: ${rows.toLocaleString('en')} rows in ${(bytes / 1e6).toFixed(1)} MB, ${manifest.pictures.toLocaleString('en')} picture files (${result.copied.toLocaleString('en')} new), ${((performance.now() - began) / 1000).toFixed(1)} s.`,
  );
  if (result.removed.length > 0) console.log(`Removed: ${result.removed.join(', ')}`);
} catch (error) {
  const plain = error instanceof ConfigError || error instanceof BackupError;
  console.error(plain ? error.message : error);
  process.exit(1);
}
