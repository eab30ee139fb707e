// Threat: a stolen database must not reveal who viewed what. So a visitor is stored as a keyed hash, whose key is
// removed after a day.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { dayMs } from '../../shared/text/days.ts';
import type { Database } from '../platform/db/database.ts';
import { settleSetting } from '../platform/db/setting-queries.ts';
import { widestNetworkOf } from '../platform/security/client.ts';
import type { Visit } from './visit.ts';

/** The day as '2026-11-21'. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export const saltPrefix = 'view-salt:';

const salts = new WeakMap<Database, Map<number, Promise<string>>>();

/** The day's salt, the same in every process; the first process that needs it creates it. */
export function saltOf(db: Database, day: number): Promise<string> {
  const known = salts.get(db) ?? new Map<number, Promise<string>>();
  salts.set(db, known);
  const salt = known.get(day) ?? makeSalt(db, day);
  if (!known.has(day)) {
    known.clear();
    known.set(day, salt);
    salt.catch(() => known.delete(day));
  }
  return salt;
}

async function makeSalt(db: Database, day: number): Promise<string> {
  const name = `${saltPrefix}${String(day).padStart(6, '0')}`;
  const salt = randomBytes(32).toString('base64url');
  return await db.write((trx) => settleSetting(trx, name, salt));
}

/**
 * Most visitors that one address counts as, by page and day. People behind one address of a carrier are told apart by
 * their browsers. Threat: one person who sends many browser names.
 */
export const maxOfAddress = 5;

/** Maps a browser to one of `maxOfAddress` groups. */
function groupOf(userAgent: string): number {
  return createHash('sha256').update(userAgent).digest().readUInt32BE() % maxOfAddress;
}

export interface Marks {
  /** The visitor; 22 characters. */
  mark: string;
  /** The network around the address: differs between subjects and days, so that nobody can be followed. */
  network: string;
}

export function marksOf(salt: string, { subject, address, userAgent }: Visit): Marks {
  const hash = (text: string): string =>
    createHmac('sha256', salt).update(`${subject}\n${text}`).digest('base64url').slice(0, 22);
  return {
    mark: hash(`${address}\n${groupOf(userAgent)}`),
    network: hash(`network ${widestNetworkOf({ address })}`),
  };
}
