import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createRateLimiter,
  type Quota,
  type RateLimiter,
} from '../../src/lib/server/platform/quotas/rate-limit.ts';
import { createTestProduct, bothEngines, type TestProduct } from '../support/test-product.ts';

const quota: Quota = {
  account: { name: 'test-account', burst: 5, everySeconds: 600 },
  address: { name: 'test-address', burst: 8, everySeconds: 60 },
  network: { name: 'test-network', burst: 12, everySeconds: 10 },
};

describe.each(bothEngines)('Quotas on %s', (engine) => {
  let product: TestProduct;
  let limiter: RateLimiter;
  let now = Date.UTC(2026, 0, 1);
  let subnet = 0;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    limiter = createRateLimiter({
      db: product.db,
      clock: () => now,
      secret: new Uint8Array(32),
      enabled: true,
    });
  });
  afterAll(() => product.dispose());

  const spender = (account: string | null, host = 1) => ({
    account,
    client: { address: `10.0.${subnet}.${host}` },
  });

  test('Allows a burst, then one at a time, and answers when the next one is allowed', async () => {
    subnet += 1;
    for (let count = 0; count < 5; count += 1) await limiter.spend(quota, spender('ada'));
    await expect(limiter.spend(quota, spender('ada'))).rejects.toMatchObject({
      status: 429,
      retryAfter: 600,
    });
    now += 599_000;
    await expect(limiter.spend(quota, spender('ada'))).rejects.toMatchObject({ retryAfter: 1 });
    now += 1_000;
    await limiter.spend(quota, spender('ada'));
    await expect(limiter.spend(quota, spender('ada'))).rejects.toMatchObject({ retryAfter: 600 });
  });

  test('Counts an address for all of its accounts, and a network for all of its addresses', async () => {
    subnet += 1;
    for (let count = 0; count < 8; count += 1) await limiter.spend(quota, spender(`many-${count}`));
    await expect(limiter.spend(quota, spender('another'))).rejects.toMatchObject({ retryAfter: 60 });
    for (let host = 2; host < 6; host += 1) await limiter.spend(quota, spender(null, host));
    await expect(limiter.spend(quota, spender(null, 9))).rejects.toMatchObject({ retryAfter: 10 });
  });

  test('Takes nothing from any bucket when one of them refuses', async () => {
    subnet += 1;
    await expect(limiter.spend(quota, spender('bola'), 9)).rejects.toMatchObject({ status: 429 });
    await limiter.spend(quota, spender('bola'), 5);
  });

  test('Counts every one of simultaneous requests', async () => {
    subnet += 1;
    const tries = Array.from({ length: 20 }, () => limiter.spend(quota, spender('chidi')));
    const settled = await Promise.allSettled(tries);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  describe('The refund of a cost', () => {
    const windowed: Quota = { account: { name: 'test-window', hits: 3, windowSeconds: 60 }, returned: true };
    const bucket: Quota = { account: { name: 'test-bucket', burst: 5, everySeconds: 600 }, returned: true };
    const refusal = new Error('The form was refused.');
    const allowed = async (of: Quota, account: string): Promise<number> => {
      for (let count = 0; ; count += 1) {
        const taken = await limiter.spend(of, spender(account)).then(
          () => true,
          () => false,
        );
        if (!taken) return count;
      }
    };

    test('Refunds the cost of a refused operation', async () => {
      for (const [of, most] of [
        [windowed, 3],
        [bucket, 5],
      ] as const) {
        const charged = limiter.charging([{ quota: of, cost: 3 }], spender('back'), () =>
          Promise.reject(refusal),
        );
        await expect(charged).rejects.toBe(refusal);
        expect(await allowed(of, 'back')).toBe(most);
      }
    });

    test('Refunds nothing to a window that began after the operation', async () => {
      const charged = limiter.charging([{ quota: windowed, cost: 2 }], spender('window'), async () => {
        now += 61_000;
        await limiter.spend(windowed, spender('window'), 2);
        throw refusal;
      });
      await expect(charged).rejects.toBe(refusal);
      expect(await allowed(windowed, 'window')).toBe(1);
    });

    test('Refunds no token that the bucket has refilled', async () => {
      const charged = limiter.charging([{ quota: bucket, cost: 5 }], spender('full'), async () => {
        now += 5 * 600_000;
        await limiter.spend(bucket, spender('full'), 4);
        throw refusal;
      });
      await expect(charged).rejects.toBe(refusal);
      expect(await allowed(bucket, 'full')).toBe(1);
    });

    test('Refunds the part of the cost that the bucket has not refilled', async () => {
      const charged = limiter.charging([{ quota: bucket, cost: 4 }], spender('half'), async () => {
        now += 2 * 600_000;
        throw refusal;
      });
      await expect(charged).rejects.toBe(refusal);
      expect(await allowed(bucket, 'half')).toBe(5);
    });

    test('Refunds no more than the cost after a partial refund', async () => {
      const charged = limiter.charging([{ quota: bucket, cost: 3 }], spender('twice'), async (giveBack) => {
        await limiter.spend(bucket, spender('twice'), 2);
        await giveBack(bucket, 2);
        await giveBack(bucket, 2);
        throw refusal;
      });
      await expect(charged).rejects.toBe(refusal);
      expect(await allowed(bucket, 'twice')).toBe(3);
    });

    test('Logs an error of a refund, and does not fail the request', async () => {
      const fault = new Error('The disk is full.');
      let isBroken = false;
      const failures: unknown[] = [];
      const fragile = createRateLimiter({
        db: { ...product.db, write: (work) => (isBroken ? Promise.reject(fault) : product.db.write(work)) },
        clock: () => now,
        secret: new Uint8Array(32),
        enabled: true,
        onFailure: (error) => failures.push(error),
      });
      const refused = fragile.charging([{ quota: bucket }], spender('fault'), () => {
        isBroken = true;
        return Promise.reject(refusal);
      });
      await expect(refused).rejects.toBe(refusal);
      isBroken = false;
      const done = fragile.charging([{ quota: bucket, cost: 2 }], spender('fault'), async (giveBack) => {
        isBroken = true;
        await giveBack(bucket, 1);
        return 'saved';
      });
      await expect(done).resolves.toBe('saved');
      const counter = { name: 'test-tries', subject: 'fault' };
      await fragile.settle({ giveBack: [counter], forget: [] });
      expect(failures).toEqual([fault, fault, fault]);
    });
  });

  const addExpiredRows = async (): Promise<void> => {
    const rows = Array.from({ length: 4_000 }, (_, row) => ({ key: `over:${row}`, hits: 1, resets_at: 1 }));
    await product.db.write(async (trx) => {
      for (let from = 0; from < rows.length; from += 1_000)
        await trx
          .insertInto('rate_limits')
          .values(rows.slice(from, from + 1_000))
          .execute();
    });
  };
  const expiredRows = async () =>
    await product.db.read.selectFrom('rate_limits').select('key').where('resets_at', '<=', now).execute();

  test('Lets others write while it sweeps expired rows', async () => {
    await addExpiredRows();
    const done: string[] = [];
    await Promise.all([
      limiter.sweep().then(() => done.push('sweep')),
      limiter.spend(quota, spender('writer', 77)).then(() => done.push('other')),
    ]);
    expect(done).toEqual(['other', 'sweep']);
    expect(await expiredRows()).toEqual([]);
  });

  test.runIf(engine === 'postgres')('Sweeps on where another node removed some rows of a batch', async () => {
    await addExpiredRows();
    const other = new pg.Client({ connectionString: product.config.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query("delete from rate_limits where key like 'over:%0'");
      const sweep = limiter.sweep();
      const waiting = "select 1 from pg_locks where not granted and locktype = 'transactionid'";
      await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
      await other.query('commit');
      await sweep;
    } finally {
      await other.end();
    }
    expect(await expiredRows()).toEqual([]);
  });
});
