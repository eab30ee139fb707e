// Limits are counted in the database, so that they hold across nodes and restarts.
import { createHmac } from 'node:crypto';
import type { Client } from '../security/client.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { countHits, forgetKey, sweepWindows } from './rate-limit-queries.ts';
import type { RateRule } from './rate-rules.ts';
import { createSpending, type Spending } from './spend-quotas.ts';
import { createTallies, type Tallies } from './tallies.ts';
import { tooMany } from './too-many.ts';

export type { GiveBack } from './spend-quotas.ts';
export type { BucketRule, Charge, Quota, RateRule, Spender } from './rate-rules.ts';

export interface RateLimiter extends Spending, Tallies {
  /**
   * Counts a hit of `subject` (an account, or a client's address).
   * @throws AppError 429 with the seconds until the window ends, once there were too many
   */
  hit(rule: RateRule, subject: string): Promise<void>;
  /** Counts a hit as well. @returns whether it was one of those allowed, where the client must not hear of it */
  allows(rule: RateRule, subject: string): Promise<boolean>;
  /** Whom work is done in turns for; null where limits are off. */
  turnOf(client: Client): Client | null;
  /** Forgets the subject's hits: what it did turned out to be right. */
  forgive(rule: RateRule, subject: string): Promise<void>;
  /** Drops what has run out. */
  sweep(): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  /** Subjects are stored under an HMAC with it: the table names nobody. */
  secret: Uint8Array;
  enabled: boolean;
  /** Told of what could not be given back; nobody else is. */
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
  /** @returns null where the hit was allowed, or the seconds until the window ends */
  async function count(rule: RateRule, subject: string): Promise<number | null> {
    if (!enabled) return null;
    const now = clock();
    const window = { now, ms: rule.windowSeconds * 1000 };
    const [row] = await db.write((trx) => countHits(trx, [keyOf(rule, subject)], window));
    if (!row) throw new Error('A hit was not counted.');
    return row.hits > rule.hits ? Math.max(1, Math.ceil((row.resets_at - now) / 1000)) : null;
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
