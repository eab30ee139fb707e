// Limits are counted in the database, so that they hold across nodes and restarts.
import { createHmac } from 'node:crypto';
import type { Client } from '../security/client.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { countHits, forgetKey, sweepWindows } from './rate-limit-queries.ts';
import type { RateRule } from './rate-rules.ts';
import { createSpending, type Spending } from './spend-quotas.ts';
import { createTallies, type Tallies } from './tallies.ts';
import { secondsUntil, tooMany } from './too-many.ts';

export type { Charge, RateRule } from './rate-rules.ts';

export interface RateLimiter extends Spending, Tallies {
  /**
   * Counts a hit of `subject` (an account, or a client's address).
   * @throws AppError 429 with the seconds until the window ends, beyond the rule's hits
   */
  hit(rule: RateRule, subject: string): Promise<void>;
  /** Counts a hit without refusing, because the client must not notice. @returns whether it was allowed */
  allows(rule: RateRule, subject: string): Promise<boolean>;
  /** The client in whose turn work is done; null if limits are off. */
  turnOf(client: Client): Client | null;
  /** Forgets the subject's hits, after an attempt that succeeded. */
  forgive(rule: RateRule, subject: string): Promise<void>;
  /** Removes windows that have ended. */
  sweep(): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  /** Key of the HMAC under which subjects are stored, so that the table names nobody. */
  secret: Uint8Array;
  enabled: boolean;
  /** Called when something could not be given back. */
  onFailure?: (error: unknown) => void;
}

export function createRateLimiter({
  db,
  clock,
  secret,
  enabled,
  onFailure = () => undefined,
}: Options): RateLimiter {
  const keyOf = (rule: { name: string }, subject: string) =>
    `${rule.name}:${createHmac('sha256', secret).update(subject).digest('hex').slice(0, 32)}`;
  /** @returns null if the hit was allowed, or the seconds until the window ends */
  async function count(rule: RateRule, subject: string): Promise<number | null> {
    if (!enabled) return null;
    const now = clock();
    const window = { now, ms: rule.windowSeconds * 1000 };
    const [row] = await db.write((trx) => countHits(trx, [keyOf(rule, subject)], window));
    if (!row) throw new Error('A hit was not counted.');
    return row.hits > rule.hits ? secondsUntil(row.resets_at, now) : null;
  }

  return {
    ...createSpending({ db, clock, enabled, keyOf, onFailure }),
    ...createTallies({ db, clock, keyOf, enabled, onFailure }),
    turnOf: (client) => (enabled ? client : null),
    async hit(rule, subject) {
      const seconds = await count(rule, subject);
      if (seconds !== null) throw tooMany(seconds);
    },
    allows: async (rule, subject) => (await count(rule, subject)) === null,
    async forgive(rule, subject) {
      if (!enabled) return;
      await db.write((trx) => forgetKey(trx, keyOf(rule, subject)));
    },
    sweep: () => sweepWindows(db, clock()),
  };
}
