import { ReadableStream } from 'node:stream/web';
import { expect, test } from 'vitest';
import { canonicalAddress } from '../security/client.ts';
import { createBudget } from './body-budgets.ts';
import { readTextBody } from './read-text-body.ts';

const refused = (status: number) => expect.objectContaining({ status, retryAfter: 5 }) as Error;

test('Refuses one client beyond its allowance with 429, and serves others', () => {
  const budget = createBudget({ all: 100, client: 10, network: 100 });
  const first = budget.hold('203.0.113.7');
  first.add(10);
  expect(() => budget.hold('203.0.113.7').add(1)).toThrow(refused(429));
  budget.hold('203.0.113.8').add(10);
  first.release();
  budget.hold('203.0.113.7').add(10);
});

test.each([
  ['a /56 of IPv6, which one line has', (host: number) => `2001:db8:0:${host.toString(16)}::1`],
  ['a /48 of IPv6, which one customer has', (host: number) => `2001:db8:0:${host.toString(16)}00::1`],
  ['a /24 of IPv4', (host: number) => `203.0.113.${host}`],
])('Leaves room for others when many addresses of one network send: %s', (_, addressOf) => {
  const budget = createBudget({ all: 100, client: 10, network: 30 });
  const holds = Array.from({ length: 10 }, (_none, host) =>
    budget.hold(canonicalAddress(addressOf(host + 1))),
  );
  const taken = holds.filter((hold) => {
    try {
      hold.add(10);
      return true;
    } catch (error) {
      expect(error).toEqual(refused(429));
      return false;
    }
  });
  expect(taken).toHaveLength(3);
  budget.hold('198.51.100.9').add(10);
  budget.hold(canonicalAddress('2001:db8:1::1')).add(10);
  for (const hold of holds) hold.release();
  budget.hold(canonicalAddress(addressOf(20))).add(10);
});

test('Refuses everybody beyond the whole budget with 503, and releases once', () => {
  const budget = createBudget({ all: 10, client: 10, network: 100 });
  const hold = budget.hold('203.0.113.7');
  hold.add(10);
  expect(() => budget.hold('203.0.113.8').add(1)).toThrow(refused(503));
  hold.release();
  hold.release();
  hold.add(5);
  budget.hold('203.0.113.8').add(10);
  expect(() => budget.hold('203.0.113.9').add(1)).toThrow(refused(503));
});

test('Does not count this machine as a client, because it may be a proxy', () => {
  const budget = createBudget({ all: 100, client: 10, network: 100 });
  for (const address of ['127.0.0.1', '127.0.0.1', '0:0:0:0:0:0:0:0/64', 'unknown'])
    budget.hold(address).add(20);
});

const plenty = createBudget({ all: 1e9, client: 1e9, network: 1e9 });

test('Refuses a text body that does not end in time with 408', async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from('{')),
    cancel: () => void (cancelled = true),
  });
  await expect(readTextBody(body, plenty.hold('a'), { withinMs: 20 })).rejects.toMatchObject({ status: 408 });
  expect(cancelled).toBe(true);
});

test('Refuses a text body at the first byte beyond the limit, and reads no further', async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    { pull: (controller) => controller.enqueue(Buffer.alloc((pulled += 1) && 100)) },
    { highWaterMark: 0 },
  );
  await expect(readTextBody(body, plenty.hold('a'), { maxBytes: 1_000 })).rejects.toMatchObject({
    status: 413,
  });
  expect(pulled).toBe(11);
});
