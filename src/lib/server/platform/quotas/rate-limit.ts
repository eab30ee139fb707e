// Limits are counted in the database, so that they hold across nodes and restarts.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, WriteDb } from '../db/database.ts';
import { removeUntil } from '../db/statements.ts';
import { AppError } from '../errors.ts';
import { networksOf, type Client } from '../security/client.ts';

/** Hits within a window that begins with the first one. */
export interface RateRule {
  name: string;
  hits: number;
  windowSeconds: number;
}

/** A token bucket: `burst` at once, then one each `everySeconds`. */
export interface BucketRule {
  name: string;
  burst: number;
  everySeconds: number;
}

type Rule = RateRule | BucketRule;

/**
 * How often one operation may be done: by an account, from an address (the /64 of IPv6), and from each network around
 * it (/24, /56, /48). A level that is left out is not limited. All of the product's are in quotas.ts.
 */
export interface Quota {
  account?: Rule;
  address?: Rule;
  network?: Rule;
  /** First sentence of the 429. */
  says?: string;
  /** Whether what was taken is given back where the operation is refused or fails. */
  returned?: boolean;
}

/** A quota, and how much of it an operation takes: 1 when left out. */
export interface Charge {
  quota: Quota;
  cost?: number;
}

/** Whom a quota is counted for. */
export interface Spender {
  /** Id of the account; null if there is none. */
  account: string | null;
  client: Client;
}

/** Tries of a subject, which are forgotten an hour after the last one. */
export interface Counter {
  name: string;
  subject: string;
}

/** A counter before this attempt. */
export interface Tally {
  tries: number;
  /** Milliseconds since 1970; 0 where there was none. */
  lastAt: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

interface Options {
  db: Database;
  clock: Clock;
  /** Key of the HMAC under which subjects are stored, so that the table names nobody. */
  secret: Uint8Array;
  enabled: boolean;
  /** Called when something could not be given back. */
  onFailure?: (error: unknown) => void;
}

/** One row that is taken from. */
interface Take {
  rule: Rule;
  key: string;
  cost: number;
  quota?: Quota;
}

interface Taken {
  hits: number;
  /** When the window ends, or the bucket is full again. */
  resetsAt: number;
  /** Seconds until there is enough; null where there was. */
  wait: number | null;
}

function waitOf(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 90) return `${seconds} seconds`;
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

/** The refusal of a client that has to wait. @param says its first sentence */
export function tooMany(seconds: number, says = 'Too many requests.'): AppError {
  return new AppError(429, `${says} Wait ${waitOf(seconds)} and try again.`, {}, seconds);
}

/** Whole seconds, 1 or more. */
const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
const everyMs = ({ everySeconds }: BucketRule): number => Math.ceil(everySeconds * 1000);

/**
 * Takes from a row in one statement, so that concurrent takes are all counted. What is refused is written as well,
 * unless the caller's transaction is rolled back. A bucket is the generic cell rate algorithm (ITU-T I.371).
 */
export async function takeFrom(trx: WriteDb, { rule, key, cost }: Take, now: number): Promise<Taken> {
  const isBucket = 'burst' in rule;
  const ms = isBucket ? everyMs(rule) * cost : rule.windowSeconds * 1000;
  const isOver = sql<boolean>`rate_limits.resets_at <= ${now}`;
  const { hits, resets_at: resetsAt } = await trx
    .insertInto('rate_limits')
    .values({ key, hits: cost, resets_at: now + ms })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(
        isBucket
          ? { resets_at: sql<number>`case when ${isOver} then ${now} else rate_limits.resets_at end + ${ms}` }
          : {
              hits: sql<number>`case when ${isOver} then ${cost} else rate_limits.hits + ${cost} end`,
              resets_at: sql<number>`case when ${isOver} then ${now + ms} else rate_limits.resets_at end`,
            },
      ),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow();
  if (!isBucket) return { hits, resetsAt, wait: hits > rule.hits ? secondsOf(resetsAt - now) : null };
  const late = resetsAt - now - everyMs(rule) * rule.burst;
  return { hits, resetsAt, wait: late > 0 ? secondsOf(late) : null };
}

/**
 * Gives back a part of what was taken. A bucket gets no second time what has refilled by itself since, and a window
 * that has begun later did not count it.
 */
async function putBack(
  trx: WriteDb,
  { rule, key, cost, resetsAt }: Take & Taken,
  now: number,
): Promise<void> {
  const row = trx.updateTable('rate_limits').where('key', '=', key);
  if ('burst' in rule) {
    const ms = Math.max(0, Math.min(everyMs(rule) * cost, resetsAt - now));
    await row.set((eb) => ({ resets_at: eb('resets_at', '-', ms) })).execute();
    return;
  }
  await row
    .set((eb) => ({ hits: eb('hits', '-', cost) }))
    .where('hits', '>=', cost)
    .where('resets_at', '=', resetsAt)
    .execute();
}

async function forget(trx: WriteDb, key: string): Promise<void> {
  await trx.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Counters are windows that each try prolongs. */
const triesOf = (name: string): RateRule => ({ name, hits: Infinity, windowSeconds: 3600 });
const forgetMs = 3_600_000;

export function createRateLimiter({ db, clock, secret, enabled, onFailure = () => undefined }: Options) {
  const keyOf = ({ name }: { name: string }, subject: string): string =>
    `${name}:${createHmac('sha256', secret).update(subject).digest('hex').slice(0, 32)}`;
  const keysOf = (counters: readonly Counter[]): string[] => counters.map((one) => keyOf(one, one.subject));

  function takesOf(charges: Charge[], { account, client }: Spender): Take[] {
    return charges.flatMap(({ quota, cost = 1 }) => {
      const take = (rule: Rule, subject: string): Take => ({ rule, key: keyOf(rule, subject), cost, quota });
      const { address, network } = quota;
      return [
        ...(quota.account && account !== null ? [take(quota.account, account)] : []),
        ...(address ? [take(address, client.address)] : []),
        ...(network ? networksOf(client).map((subject) => take(network, subject)) : []),
      ];
    });
  }

  /** @throws AppError 429 where one refuses; then nothing is taken */
  async function takeAll(takes: Take[]): Promise<(Take & Taken)[]> {
    if (!enabled || takes.length === 0) return [];
    // All transactions lock rows in one order, so that there are no deadlocks.
    const sorted = takes.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return await db.write(async (trx) => {
      const taken: (Take & Taken)[] = [];
      for (const one of sorted) taken.push({ ...one, ...(await takeFrom(trx, one, clock())) });
      const [longest] = taken.toSorted((a, b) => (b.wait ?? 0) - (a.wait ?? 0));
      if (longest?.wait) throw tooMany(longest.wait, longest.quota?.says);
      return taken;
    });
  }

  /** Changes `cost` of what was taken to what is left. @param takes in the order of their keys */
  async function giveBack(takes: (Take & Taken)[], cost: number): Promise<void> {
    const due = takes
      .map((one) => ({ ...one, cost: Math.min(cost, one.cost) }))
      .filter((one) => one.cost > 0);
    for (const one of takes) one.cost -= Math.min(cost, one.cost);
    if (due.length === 0) return;
    // The operation was answered already. What was taken refills by itself in time.
    await db
      .write(async (trx) => {
        for (const one of due) await putBack(trx, one, clock());
      })
      .catch(onFailure);
  }

  /**
   * Takes one of each rule for its subject, or of none.
   * @returns null, or the seconds until all have one
   */
  async function take(...rules: readonly (readonly [rule: Rule, subject: string])[]): Promise<number | null> {
    try {
      await takeAll(rules.map(([rule, subject]) => ({ rule, key: keyOf(rule, subject), cost: 1 })));
      return null;
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return error.retryAfter ?? 1;
      throw error;
    }
  }

  return {
    take,
    /** The client in whose turn work is done; null if limits are off. */
    turnOf: (client: Client): Client | null => (enabled ? client : null),
    /**
     * Takes `cost` from every level of the quota, or from none of them.
     * @throws AppError 429 with the seconds until all of them have enough
     */
    async spend(quota: Quota, spender: Spender, cost = 1): Promise<void> {
      await takeAll(takesOf([{ quota, cost }], spender));
    },
    /**
     * Takes all of the charges or none, then runs `work`. Where that throws, gives back what was taken from quotas that
     * are `returned`.
     * @param work may give back the unused part of any quota that was charged: never more than was taken
     * @throws AppError 429 before the work began
     */
    async charging<Result>(
      charges: Charge[],
      spender: Spender,
      work: (giveBack: (quota: Quota, cost: number) => Promise<void>) => Promise<Result>,
    ): Promise<Result> {
      const taken = await takeAll(takesOf(charges, spender));
      try {
        return await work((quota, cost) => {
          const ofQuota = taken.filter((one) => one.quota === quota);
          return giveBack(ofQuota, cost);
        });
      } catch (error) {
        await giveBack(
          taken.filter(({ quota }) => quota?.returned),
          Infinity,
        );
        throw error;
      }
    },
    /** Takes one. @throws AppError 429 */
    async hit(rule: Rule, subject: string): Promise<void> {
      const seconds = await take([rule, subject]);
      if (seconds !== null) throw tooMany(seconds);
    },
    /** Forgets the subject's hits. */
    async forgive(rule: RateRule, subject: string): Promise<void> {
      if (enabled) await db.write((trx) => forget(trx, keyOf(rule, subject)));
    },
    /**
     * Counts a try in every counter, or in none of them where `secondsToWait` returns more than 0. So refused tries make
     * nobody wait longer, and of tries that arrive together each one sees those before it.
     * @throws AppError 429 with those seconds
     */
    async attempt(counters: readonly Counter[], secondsToWait: (tallies: Tally[]) => number): Promise<void> {
      if (!enabled) return;
      const keys = keysOf(counters);
      // Rolled back by the refusal.
      await db.write(async (trx) => {
        const now = clock();
        const found = new Map<string, Tally>();
        for (const key of keys.toSorted()) {
          const { hits, resetsAt } = await takeFrom(trx, { rule: triesOf(key), key, cost: 1 }, now);
          found.set(key, { tries: hits - 1, lastAt: hits > 1 ? resetsAt - forgetMs : 0 });
        }
        const tallies = keys.map((key) => found.get(key) ?? { tries: 0, lastAt: 0 });
        const seconds = Math.ceil(secondsToWait(tallies));
        if (seconds > 0) throw tooMany(seconds);
        const prolonged = trx.updateTable('rate_limits').set({ resets_at: now + forgetMs });
        await prolonged.where('key', 'in', keys).execute();
      });
    },
    /**
     * Takes a try that succeeded out of each of `giveBack`, and forgets each of `forget`. Never rejects, because the
     * attempt itself is over.
     */
    async settle(counters: { giveBack: readonly Counter[]; forget: readonly Counter[] }): Promise<void> {
      if (!enabled) return;
      const forgotten = new Set(keysOf(counters.forget));
      const settled = db.write(async (trx) => {
        for (const key of [...keysOf(counters.giveBack), ...forgotten].sort()) {
          if (forgotten.has(key)) await forget(trx, key);
          else
            await trx
              .updateTable('rate_limits')
              .set((eb) => ({ hits: eb('hits', '-', 1) }))
              .where('key', '=', key)
              .where('hits', '>', 0)
              .execute();
        }
      });
      await settled.catch(onFailure);
    },
    /** Removes rows that count nothing any more. */
    async sweep(): Promise<void> {
      await removeUntil(db, { table: 'rate_limits', key: 'key', column: 'resets_at' }, clock());
    },
  };
}
