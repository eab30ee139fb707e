// Spends quotas: counts an account, its address and the networks around it in one transaction.
import { networksOf } from '../security/client.ts';
import type { Clock } from '../clock.ts';
import type { Database, WriteDb } from '../db/database.ts';
import type { AppError } from '../errors.ts';
import { countHits, drainBucket, refillBucket, uncountHits } from './rate-limit-queries.ts';
import type { BucketRule, Charge, Quota, RateRule, Spender } from './rate-rules.ts';
import { secondsUntil, tooMany } from './too-many.ts';

export interface Spending {
  /**
   * Takes `cost` tokens (1 when left out) from every bucket of the quota, or from none of them.
   * @throws AppError 429 with the seconds until all of them have enough
   */
  spend(quota: Quota, spender: Spender, cost?: number): Promise<void>;
  /**
   * Takes all of the charges or none, then runs `work`. Where that throws, gives back what was taken from quotas that
   * are `returned`.
   * @param work may refund the unused part of any quota that was charged
   * @throws AppError 429 before the work began
   */
  charging<Result>(
    charges: Charge[],
    spender: Spender,
    work: (giveBack: GiveBack) => Promise<Result>,
  ): Promise<Result>;
}

/** Never gives back more than was taken, and never rejects, because the operation itself has succeeded. */
type GiveBack = (quota: Quota, cost: number) => Promise<void>;

interface Options {
  db: Database;
  clock: Clock;
  enabled: boolean;
  /** Key of the row that counts this subject. */
  keyOf(rule: { name: string }, subject: string): string;
  /** Called when something could not be given back. */
  onFailure(error: unknown): void;
}

/** One row of a charge: a rule, whom it counts, what is taken. */
interface Take {
  quota: Quota;
  rule: BucketRule | RateRule;
  key: string;
  cost: number;
  says: string | undefined;
}

/** A take that was allowed. */
interface Taken extends Take {
  /** State of the row after tokens were taken. */
  resetsAt: number;
  /** Tokens that have not been given back yet. */
  left: number;
}

/** How long a refusal is remembered here, so that a flood of refused requests costs no writes. */
const rememberedMs = 1_000;
const rememberedRefusals = 10_000;

export function createSpending({ db, clock, enabled, keyOf, onFailure }: Options): Spending {
  const refusals = new Map<string, { cost: number; until: number; readyAt: number }>();

  function takesOf(charges: Charge[], { account, client }: Spender): Take[] {
    const takes = charges.flatMap(({ quota, cost = 1 }) => {
      const take = (rule: BucketRule | RateRule, subject: string): Take => ({
        quota,
        rule,
        key: keyOf(rule, subject),
        cost,
        says: quota.says,
      });
      const { address, network } = quota;
      return [
        ...(quota.account && account !== null ? [take(quota.account, account)] : []),
        ...(address ? [take(address, client.address)] : []),
        ...(network ? networksOf(client).map((subject) => take(network, subject)) : []),
      ];
    });
    // All transactions lock rows in one order, so that there are no deadlocks.
    return takes.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** @throws AppError 429 if one of them was refused a moment ago and is not ready yet */
  function refuseRemembered(takes: Take[]): void {
    const now = clock();
    for (const { key, cost, says } of takes) {
      const refusal = refusals.get(key);
      if (refusal === undefined) continue;
      if (refusal.until <= now) refusals.delete(key);
      else if (cost >= refusal.cost) throw tooMany(secondsUntil(refusal.readyAt, now), says);
    }
  }

  function remember({ key, cost }: Take, seconds: number): void {
    if (refusals.size >= rememberedRefusals) refusals.clear();
    const now = clock();
    refusals.set(key, { cost, until: now + rememberedMs, readyAt: now + seconds * 1000 });
  }

  /**
   * A bucket is the generic cell rate algorithm (ITU-T I.371): `resets_at` is when it will be full again. A refused
   * take is written as well; its transaction is rolled back.
   * @returns the row's `resets_at` where there was enough, or the seconds until there is
   */
  async function take(
    trx: WriteDb,
    { rule, key, cost }: Take,
  ): Promise<{ resetsAt: number } | { seconds: number }> {
    const now = clock();
    if ('burst' in rule) {
      const everyMs = Math.ceil(rule.everySeconds * 1000);
      const resetsAt = await drainBucket(trx, key, { now, ms: everyMs * cost });
      const latest = now + everyMs * rule.burst;
      return resetsAt <= latest ? { resetsAt } : { seconds: secondsUntil(now + resetsAt - latest, now) };
    }
    const [row] = await countHits(trx, [key], { now, ms: rule.windowSeconds * 1000 }, cost);
    if (!row) throw new Error('A hit was not counted.');
    return row.hits <= rule.hits
      ? { resetsAt: row.resets_at }
      : { seconds: secondsUntil(row.resets_at, now) };
  }

  async function spendAll(charges: Charge[], spender: Spender): Promise<Taken[]> {
    if (!enabled) return [];
    const takes = takesOf(charges, spender);
    refuseRemembered(takes);
    // Rolled back as a whole by the refusal: what is refused costs nothing.
    return await db.write(async (trx) => {
      const taken: Taken[] = [];
      let refusal: AppError | undefined;
      for (const one of takes) {
        const found = await take(trx, one);
        if ('resetsAt' in found) {
          taken.push({ ...one, ...found, left: one.cost });
          continue;
        }
        remember(one, found.seconds);
        if (found.seconds > (refusal?.retryAfter ?? 0)) refusal = tooMany(found.seconds, one.says);
      }
      if (refusal) throw refusal;
      return taken;
    });
  }

  /**
   * By how many milliseconds a bucket is full sooner. What has refilled by itself since the take is not given back a
   * second time, so it is at most the time that the take still has to run.
   */
  function shorterBy({ rule, resetsAt }: Taken, cost: number): number {
    if (!('burst' in rule)) return 0;
    return Math.max(0, Math.min(Math.ceil(rule.everySeconds * 1000) * cost, resetsAt - clock()));
  }

  async function putBack(trx: WriteDb, one: Taken, cost: number): Promise<void> {
    if ('burst' in one.rule) {
      const ms = shorterBy(one, cost);
      if (ms > 0) await refillBucket(trx, one.key, ms);
      return;
    }
    await uncountHits(trx, one.key, { hits: cost, resetsAt: one.resetsAt });
  }

  /** @param takes in the order of their keys */
  async function giveBack(takes: readonly Taken[], cost: number): Promise<void> {
    const due = takes.flatMap((one) => {
      const amount = Math.min(cost, one.left);
      one.left -= amount;
      return amount > 0 ? [{ one, amount }] : [];
    });
    if (due.length === 0) return;
    try {
      await db.write(async (trx) => {
        for (const { one, amount } of due) await putBack(trx, one, amount);
      });
      for (const { one } of due) refusals.delete(one.key);
    } catch (error) {
      // The operation was answered already. What was taken refills by itself in time.
      onFailure(error);
    }
  }

  return {
    async spend(quota, spender, cost = 1) {
      await spendAll([{ quota, cost }], spender);
    },
    async charging(charges, spender, work) {
      const taken = await spendAll(charges, spender);
      try {
        return await work((quota, cost) =>
          giveBack(
            taken.filter((one) => one.quota === quota),
            cost,
          ),
        );
      } catch (error) {
        await giveBack(
          taken.filter(({ quota }) => quota.returned),
          Infinity,
        );
        throw error;
      }
    },
  };
}
