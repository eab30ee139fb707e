// Looks for what is wrong with a set-up: said at each start, and by `npm run doctor`.
import { existsSync, statSync } from 'node:fs';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { databaseFile } from '../platform/db/sqlite.ts';
import { findInConfig, isPublicSite } from './config-findings.ts';
import { findInBackups, findSamples } from './directory-findings.ts';
import { databaseNow } from './doctor-queries.ts';
import type { Finding } from './finding.ts';
import { findInClock, findOnDisk } from './machine-findings.ts';
import { findInMailDns, type NameServers } from './mail-findings.ts';
import { findInProxy } from './proxy-findings.ts';

export { findInConfig };
export { lineOf, type Finding } from './finding.ts';
export { isDoctorToken } from './doctor-token.ts';
export { freeBytes } from './machine-findings.ts';
export { backupAge, lastBackupSetting } from './directory-findings.ts';
export type { NameServers };

export interface Site {
  config: Config;
  db: Database;
  clock: Clock;
  /** How many sample listings are public. */
  samples: number;
}

/** Findings from this machine and the database; none for a site that serves this machine only. */
export async function findHere({ config, db, clock, samples }: Site): Promise<Finding[]> {
  if (!isPublicSite(config)) return [];
  const file = databaseFile(config.dataDir);
  const needed = config.databaseUrl === undefined && existsSync(file) ? statSync(file).size : 0;
  return [
    ...findSamples(samples),
    ...(await findInBackups(db, config, clock())),
    ...(await findOnDisk(config, needed)),
    ...(await findInClock(clock(), await databaseNow(db))),
  ];
}

/** Findings from the name servers and the site's proxy. The server has to run. */
export async function findOutside(
  { config, clock }: Pick<Site, 'config' | 'clock'>,
  secret: Uint8Array,
  nameServers?: NameServers,
): Promise<Finding[]> {
  if (!isPublicSite(config)) return [];
  const found = await Promise.all([findInMailDns(config, nameServers), findInProxy(config, secret, clock())]);
  return found.flat();
}
