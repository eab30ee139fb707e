// Limits are counted in the database, so that they hold across nodes and restarts.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Base } from '../base.ts';
import type { WriteDb } from '../db/database.ts';
import { removeUntil } from '../db/statements.ts';
import { AppError } from '../errors.ts';
import { networksOf, type Client } from '../security/client.ts';

/** A token bucket: `burst` at once, then one each `everySeconds`. */
export interface Rule {
  name: string;
  burst: number;
  everySeconds: number;
}

/** As many at once as refill over these seconds. */
export const within = (name: string, burst: number, seconds: number): Rule => ({
  name,
  burst,
  everySeconds: seconds / burst,
});

/**
 * How often one operation may be done: by an account, and from an address (the /64 of IPv6). Each network around the
 * address (/24, /56, /48) may do five times as much. A level that is left out is not limited. All are in quotas.ts.
 */
export interface Quota {
  account?: Rule;
  address?: Rule;
  /** First sentence of the 429; how long to wait follows. */
  says: string;
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

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** A rule, and whom or what it counts for. */
export type RuleFor = readonly [rule: Rule, subject: string];

/** One row that is taken from. */
interface Take {
  rule: Pick<Rule, 'burst' | 'everySeconds'>;
  key: string;
  cost: number;
  quota?: Quota;
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

const msOf = ({ rule, cost }: Pick<Take, 'rule' | 'cost'>): number =>
  Math.ceil(rule.everySeconds * 1000) * cost;

const networkOf = ({ name, burst, everySeconds }: Rule): Rule => ({
  name: `${name}-network`,
  burst: burst * 5,
  everySeconds: everySeconds / 5,
});

/**
 * Takes from a row in one statement, so that concurrent takes are all counted: the generic cell rate algorithm (ITU-T
 * I.371). What is refused is written as well, unless the caller's transaction is rolled back.
 * @returns null, or the seconds until there is enough
 */
export async function takeFrom(trx: WriteDb, take: Take, now: number): Promise<number | null> {
  const ms = msOf(take);
  const start = sql<number>`case when rate_limits.resets_at <= ${now} then ${now} else rate_limits.resets_at end`;
  const { resets_at: fullAt } = await trx
    .insertInto('rate_limits')
    .values({ key: take.key, resets_at: now + ms })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ resets_at: sql<number>`${start} + ${ms}` }),
    )
    .returning('resets_at')
    .executeTakeFirstOrThrow();
  const late = fullAt - now - msOf({ rule: take.rule, cost: take.rule.burst });
  return late > 0 ? Math.ceil(late / 1000) : null;
}

export function createRateLimiter({ db, clock, secret, log, enabled }: Base & { enabled: boolean }) {
  const onFailure = (error: unknown) =>
    log?.warn('What a limit had taken could not be given back', { error });
  const keyOf = ({ name }: { name: string }, subject: string): string =>
    `${name}:${createHmac('sha256', secret).update(subject).digest('hex').slice(0, 32)}`;
  const takeOne = (rule: Rule, subject: string): Take => ({ rule, key: keyOf(rule, subject), cost: 1 });

  function takesOf(charges: Charge[], { account, client }: Spender): Take[] {
    return charges.flatMap(({ quota, cost = 1 }) => {
      const take = (rule: Rule, subject: string): Take => ({ ...takeOne(rule, subject), cost, quota });
      const { address } = quota;
      return [
        ...(quota.account && account !== null ? [take(quota.account, account)] : []),
        ...(address ? [take(address, client.address)] : []),
        ...(address ? networksOf(client).map((subject) => take(networkOf(address), subject)) : []),
      ];
    });
  }

  /** All transactions lock rows in one order, so that there are no deadlocks. */
  const inOrder = (takes: Take[]): Take[] => takes.toSorted((a, b) => (a.key < b.key ? -1 : 1));

  /** @throws AppError 429 where one refuses; then nothing is taken */
  async function takeAll(takes: Take[]): Promise<void> {
    if (!enabled || takes.length === 0) return;
    await db.write(async (trx) => {
      let longest = { wait: 0, says: undefined as string | undefined };
      for (const one of inOrder(takes)) {
        const wait = (await takeFrom(trx, one, clock())) ?? 0;
        if (wait > longest.wait) longest = { wait, says: one.quota?.says };
      }
      if (longest.wait > 0) throw tooMany(longest.wait, longest.says);
    });
  }

  /** The operation was answered already, so this never rejects: what was taken refills by itself in time. */
  async function putBack(takes: Take[]): Promise<void> {
    if (!enabled || takes.length === 0) return;
    const work = db.write(async (trx) => {
      for (const one of inOrder(takes))
        await trx
          .updateTable('rate_limits')
          .set((eb) => ({ resets_at: eb('resets_at', '-', msOf(one)) }))
          .where('key', '=', one.key)
          .execute();
    });
    await work.catch(onFailure);
  }

  return {
    /**
     * Takes one of each rule for its subject, or of none.
     * @returns null, or the seconds until all have one
     */
    async take(...rules: readonly RuleFor[]): Promise<number | null> {
      try {
        await takeAll(rules.map(([rule, subject]) => takeOne(rule, subject)));
        return null;
      } catch (error) {
        if (error instanceof AppError && error.status === 429) return error.retryAfter ?? 1;
        throw error;
      }
    },
    /** Gives back what `take` took. */
    putBack: (...rules: readonly RuleFor[]): Promise<void> =>
      putBack(rules.map(([rule, subject]) => takeOne(rule, subject))),
    /**
     * Takes one from every level of the quota, or from none of them.
     * @throws AppError 429 with the seconds until all of them have enough
     */
    spend: (quota: Quota, spender: Spender): Promise<void> => takeAll(takesOf([{ quota }], spender)),
    /**
     * Takes all of the charges or none, then runs `work`. Where that throws, gives back what was taken from quotas that
     * are `returned`.
     * @throws AppError 429 before the work began
     */
    async charging<Result>(
      charges: Charge[],
      spender: Spender,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const takes = takesOf(charges, spender);
      await takeAll(takes);
      try {
        return await work();
      } catch (error) {
        await putBack(takes.filter(({ quota }) => quota?.returned));
        throw error;
      }
    },
    /** Gives back what an operation took and did not need. */
    giveBack: (charge: Charge, spender: Spender): Promise<void> => putBack(takesOf([charge], spender)),
    /** Takes one. @throws AppError 429 */
    hit: (rule: Rule, subject: string): Promise<void> => takeAll([takeOne(rule, subject)]),
    /** Removes rows that count nothing any more. */
    async sweep(): Promise<void> {
      await removeUntil(db, { table: 'rate_limits', key: 'key', column: 'resets_at' }, clock());
    },
  };
}
