// Findings from the database.
import { dayMs } from '../../shared/text/days.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { findSetting } from '../platform/db/setting-queries.ts';
import type { Finding } from './finding.ts';

/** Name of the row of `settings` that holds when the last backup was taken, in milliseconds since 1970. */
export const lastBackupSetting = 'last-backup';

/** A backup takes a while, and its timer may be late. */
const mostBackupAgeMs = 1.25 * dayMs;

/** Milliseconds since the last backup by `npm run backup`; null if there was none. */
export async function backupAge(db: Database, now: number): Promise<number | null> {
  const at = await findSetting(db.read, lastBackupSetting);
  return at === undefined ? null : now - Number(at);
}

export async function findInBackups(db: Database, { backups }: Config, now: number): Promise<Finding[]> {
  if (!backups) return [];
  const age = await backupAge(db, now);
  if (age !== null && age <= mostBackupAgeMs) return [];
  const since =
    age === null
      ? 'none was taken yet'
      : `the last one is ${String(Math.floor(age / dayMs))} ${age < 2 * dayMs ? 'day' : 'days'} old`;
  return [
    {
      subject: 'Backup',
      sentence: `${since}. Run npm run backup every day (docs/operations.md, 'Backup'), or set BACKUPS=off where another program takes them.`,
    },
  ];
}

export function findSamples(listings: number): Finding[] {
  if (listings === 0) return [];
  return [
    {
      subject: 'Samples',
      sentence: `${String(listings)} sample ${listings === 1 ? 'listing is' : 'listings are'} public. Remove them: npm run remove-samples`,
    },
  ];
}
