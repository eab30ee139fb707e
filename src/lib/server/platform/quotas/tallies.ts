// Counters of tries that several subjects share, for limits that slow down instead of locking out. They are rows of
// `rate_limits`, under the same keyed names as the others.
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import {
  countHits,
  findOpenWindow,
  forgetKey,
  moveWindowEnds,
  storeWindow,
  uncountHit,
} from './rate-limit-queries.ts';
import type { RateRule } from './rate-rules.ts';
import { secondsUntil, tooMany } from './too-many.ts';

export interface Counter {
  /** Name of the rule. */
  name: string;
  subject: string;
}

/** A counter before this attempt. */
export interface Tally {
  tries: number;
  /** Milliseconds since 1970; 0 where there was none. */
  lastAt: number;
}

export interface Tallies {
  /**
   * Counts a try in every counter, or in none of them where `secondsToWait` returns more than 0. So refused tries make
   * nobody wait longer, and of tries that arrive together each one sees those before it. A counter is forgotten an hour
   * after its last try.
   * @throws AppError 429 with those seconds
   */
  attempt(counters: readonly Counter[], secondsToWait: (tallies: Tally[]) => number): Promise<void>;
  /**
   * Takes a try that succeeded out of each of `giveBack`, and forgets each of `forget`. Never rejects, because the
   * attempt itself is over.
   */
  settle(counters: { giveBack: readonly Counter[]; forget: readonly Counter[] }): Promise<void>;
  /** Counts a hit. @returns the hits of the window, this one included; 0 where limits are off */
  tally(rule: RateRule, subject: string): Promise<number>;
  /** Counts nothing. @returns the seconds until the window ends where no hit is left, otherwise null */
  exhausted(rule: RateRule, subject: string): Promise<number | null>;
  /** Begins a new window with one hit. */
  renew(rule: RateRule, subject: string): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  keyOf(rule: { name: string }, subject: string): string;
  enabled: boolean;
  /** Called when something could not be settled. */
  onFailure(error: unknown): void;
}

const forgetMs = 60 * 60_000;

export function createTallies({ db, clock, keyOf, enabled, onFailure }: Options): Tallies {
  const keysOf = (counters: readonly Counter[]) => counters.map((one) => keyOf(one, one.subject));

  return {
    async attempt(counters, secondsToWait) {
      if (!enabled) return;
      const keys = keysOf(counters);
      // Rolled back by the refusal.
      await db.write(async (trx) => {
        const now = clock();
        const rows = await countHits(trx, keys, { now, ms: forgetMs });
        const found = new Map(rows.map((row) => [row.key, row]));
        const tallies = keys.map((key) => {
          const { hits = 1, resets_at: resetsAt = now } = found.get(key) ?? {};
          return { tries: hits - 1, lastAt: hits > 1 ? resetsAt - forgetMs : 0 };
        });
        const seconds = Math.ceil(secondsToWait(tallies));
        if (seconds > 0) throw tooMany(seconds);
        await moveWindowEnds(trx, keys, now + forgetMs);
      });
    },
    async settle({ giveBack, forget }) {
      if (!enabled) return;
      const forgotten = new Set(keysOf(forget));
      // Sorted by key, as when attempts are counted, so that transactions lock the same rows in one order.
      const keys = [...keysOf(giveBack), ...forgotten].sort();
      const settled = db.write(async (trx) => {
        for (const key of keys) await (forgotten.has(key) ? forgetKey(trx, key) : uncountHit(trx, key));
      });
      await settled.catch(onFailure);
    },
    async tally(rule, subject) {
      if (!enabled) return 0;
      const window = { now: clock(), ms: rule.windowSeconds * 1000 };
      const [row] = await db.write((trx) => countHits(trx, [keyOf(rule, subject)], window));
      return row?.hits ?? 0;
    },
    async exhausted(rule, subject) {
      if (!enabled) return null;
      const row = await findOpenWindow(db.read, keyOf(rule, subject), clock());
      return row && row.hits >= rule.hits ? secondsUntil(row.resets_at, clock()) : null;
    },
    async renew(rule, subject) {
      if (!enabled) return;
      const resetsAt = clock() + rule.windowSeconds * 1000;
      await db.write((trx) => storeWindow(trx, { key: keyOf(rule, subject), hits: 1, resets_at: resetsAt }));
    },
  };
}
