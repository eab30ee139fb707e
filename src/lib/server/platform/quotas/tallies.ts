// Counts of tries that several subjects share, for limits that slow down in place of locking out. They lie in
// `rate_limits` beside the others, under the same keyed names.
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
import { tooMany } from './too-many.ts';

export interface Counter {
  /** Name of the rule. */
  name: string;
  subject: string;
}

/** A rule of `rate-limit.ts`. */
interface HitsInWindow {
  name: string;
  hits: number;
  windowSeconds: number;
}

/** The counters before this attempt. */
export interface Tally {
  tries: number;
  /** Milliseconds since 1970; 0 where there was none. */
  lastAt: number;
}

export interface Tallies {
  /**
   * Counts a try in every counter, or in none of them where `secondsToWait` says more than 0. So tries that are refused
   * do not make anybody wait longer, and of tries that arrive together each knows of those before it. A counter is
   * forgotten an hour after its last try.
   * @throws AppError 429 with those seconds
   */
  attempt(counters: readonly Counter[], secondsToWait: (tallies: Tally[]) => number): Promise<void>;
  /**
   * Takes a try out of each of `giveBack`, and forgets each of `forget`: the try turned out to be right. Never rejects:
   * whoever tried has been let in, or told something else.
   */
  settle(counters: { giveBack: readonly Counter[]; forget: readonly Counter[] }): Promise<void>;
  /** Counts a hit. @returns how many there are in the window, with this one; 0 where limits are off */
  tally(rule: HitsInWindow, subject: string): Promise<number>;
  /** @returns the seconds until the window ends where no hit is left; null where there is one. Counts nothing */
  exhausted(rule: HitsInWindow, subject: string): Promise<number | null>;
  /** Begins a window anew, as if the subject's one hit had come now. */
  renew(rule: HitsInWindow, subject: string): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  keyOf(rule: { name: string }, subject: string): string;
  enabled: boolean;
  /** Told of what could not be settled. */
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
      return row && row.hits >= rule.hits ? Math.max(1, Math.ceil((row.resets_at - clock()) / 1000)) : null;
    },
    async renew(rule, subject) {
      if (!enabled) return;
      const resetsAt = clock() + rule.windowSeconds * 1000;
      await db.write((trx) => storeWindow(trx, { key: keyOf(rule, subject), hits: 1, resets_at: resetsAt }));
    },
  };
}
