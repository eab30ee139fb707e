// Limits are counted in the database, so that they hold across processes and restarts.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { networksOf, type Client } from './client.ts';
import type { Clock } from './clock.ts';
import type { Database, WriteDb } from './db/database.ts';
import { createTallies, type Tallies } from './tallies.ts';
import { tooMany } from './too-many.ts';

export interface RateRule {
  name: string;
  /** Hits allowed within the window. */
  hits: number;
  windowSeconds: number;
}

/** A token bucket: `burst` at once, then one each `everySeconds`. */
export interface BucketRule {
  name: string;
  burst: number;
  everySeconds: number;
}

/**
 * What one operation may be done how often: by an account, from an address (the /64 of IPv6), and from each network around it (/24,
 * /56, /48). A level that is left out is not limited.
 */
export interface Quota {
  account?: BucketRule;
  address?: BucketRule;
  network?: BucketRule;
}

/** Whom a quota is counted for. */
export interface Spender {
  /** Id of the account; null where there is none. */
  account: string | null;
  client: Client;
}

export interface RateLimiter extends Tallies {
  /**
   * Counts a hit of `subject` (an account, or a client's address).
   * @throws AppError 429 with the seconds until the window ends, once there were too many
   */
  hit(rule: RateRule, subject: string): Promise<void>;
  /** Counts a hit as well. @returns whether it was one of those allowed, where the client must not hear of it */
  allows(rule: RateRule, subject: string): Promise<boolean>;
  /**
   * Takes `cost` tokens (1 when left out) from every bucket of the quota, or from none of them.
   * @throws AppError 429 with the seconds until all of them have enough
   */
  spend(quota: Quota, spender: Spender, cost?: number): Promise<void>;
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
}

export function createRateLimiter({ db, clock, secret, enabled }: Options): RateLimiter {
  const keyOf = (rule: { name: string }, subject: string) =>
    `${rule.name}:${createHmac('sha256', secret).update(subject).digest('hex').slice(0, 32)}`;
  /** @returns null where the hit was allowed, or the seconds until the window ends */
  async function count(rule: RateRule, subject: string): Promise<number | null> {
    if (!enabled) return null;
    const now = clock();
    // One statement, so that hits that arrive together are all counted.
    const row = await db.write((trx) =>
      trx
        .insertInto('rate_limits')
        .values({ key: keyOf(rule, subject), hits: 1, resets_at: now + rule.windowSeconds * 1000 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            hits: sql<number>`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.hits + 1 end`,
            resets_at: sql<number>`case when rate_limits.resets_at <= ${now} then excluded.resets_at else rate_limits.resets_at end`,
          }),
        )
        .returning(['hits', 'resets_at'])
        .executeTakeFirstOrThrow(),
    );
    return row.hits > rule.hits ? Math.max(1, Math.ceil((row.resets_at - now) / 1000)) : null;
  }

  /**
   * The generic cell rate algorithm (ITU-T I.371): `resets_at` is when the bucket would be full again. One statement, so that of
   * requests that arrive together no two take the same token.
   * @returns null where the tokens were taken, or the seconds until they can be
   */
  async function take(trx: WriteDb, rule: BucketRule, subject: string, cost: number): Promise<number | null> {
    const now = clock();
    const interval = Math.ceil(rule.everySeconds * 1000);
    const needed = interval * cost;
    const latest = now + interval * rule.burst;
    const full = sql<number>`case when rate_limits.resets_at > ${now} then rate_limits.resets_at else ${now} end`;
    const row = await trx
      .insertInto('rate_limits')
      .values({ key: keyOf(rule, subject), hits: needed > latest - now ? 0 : 1, resets_at: now + needed })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          hits: sql<number>`case when ${full} + ${needed} <= ${latest} then 1 else 0 end`,
          resets_at: sql<number>`case when ${full} + ${needed} <= ${latest} then ${full} + ${needed} else rate_limits.resets_at end`,
        }),
      )
      .returning(['hits', 'resets_at'])
      .executeTakeFirstOrThrow();
    return row.hits === 1 ? null : Math.max(1, Math.ceil((row.resets_at + needed - latest) / 1000));
  }

  return {
    ...createTallies({ db, clock, keyOf, enabled }),
    async spend(quota, { account, client }, cost = 1) {
      if (!enabled) return;
      const buckets: [BucketRule, string][] = [];
      if (quota.account && account !== null) buckets.push([quota.account, account]);
      if (quota.address) buckets.push([quota.address, client.address]);
      if (quota.network) for (const network of networksOf(client)) buckets.push([quota.network, network]);
      // Rolled back as a whole by the refusal: what is refused costs nothing.
      await db.write(async (trx) => {
        let seconds = 0;
        for (const [rule, subject] of buckets)
          seconds = Math.max(seconds, (await take(trx, rule, subject, cost)) ?? 0);
        if (seconds > 0) throw tooMany(seconds);
      });
    },
    turnOf: (client) => (enabled ? client : null),
    async hit(rule, subject) {
      const seconds = await count(rule, subject);
      if (seconds !== null) throw tooMany(seconds);
    },
    allows: async (rule, subject) => (await count(rule, subject)) === null,
    async forgive(rule, subject) {
      if (!enabled) return;
      await db.write((trx) =>
        trx.deleteFrom('rate_limits').where('key', '=', keyOf(rule, subject)).execute(),
      );
    },
    async sweep() {
      await db.write((trx) => trx.deleteFrom('rate_limits').where('resets_at', '<=', clock()).execute());
    },
  };
}
