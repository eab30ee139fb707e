// Findings about the machine: its disk and its clock.
import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Config } from '../platform/config/config.ts';
import type { Finding } from './finding.ts';

/** A backup before an update and the uploads of a busy day fit into this. */
const leastFreeBytes = 1e9;
/** A code lives for minutes: more than this is noticed by people. */
const mostClockDifferenceMs = 10_000;

const run = promisify(execFile);

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @param neededBytes what the next backup before an update takes */
export async function findOnDisk({ dataDir }: Config, neededBytes: number): Promise<Finding[]> {
  const free = await freeBytes(dataDir);
  if (free >= Math.max(leastFreeBytes, neededBytes)) return [];
  return [
    {
      subject: `DATA_DIR=${dataDir}`,
      sentence: `its disk has ${String(Math.round(free / 1e6))} MB left. Without room nobody can list or change anything: remove old backups, or take a larger disk.`,
    },
  ];
}

/** Whether systemd says that a time server keeps the clock; null if nobody can tell. */
async function isClockKept(): Promise<boolean | null> {
  try {
    const { stdout } = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
      timeout: 5_000,
    });
    return stdout.trim() === 'yes' ? true : stdout.trim() === 'no' ? false : null;
  } catch {
    // Not every machine has systemd, and a container has the clock of its host.
    return null;
  }
}

/** @param databaseNow the clock of the database, in milliseconds since 1970, where it has one of its own */
export async function findInClock(now: number, databaseNow: number | null): Promise<Finding[]> {
  const difference = databaseNow === null ? 0 : Math.abs(now - databaseNow);
  if (difference > mostClockDifferenceMs)
    return [
      {
        subject: 'Clock',
        sentence: `it differs from the one of the database by ${String(Math.round(difference / 1_000))} s, so codes and logins end too early or too late. Let time servers keep both: timedatectl set-ntp true`,
      },
    ];
  if ((await isClockKept()) !== false) return [];
  return [
    {
      subject: 'Clock',
      sentence:
        'no time server keeps it, so codes, logins and dates will be wrong one day. Run: timedatectl set-ntp true',
    },
  ];
}
