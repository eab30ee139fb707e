import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limitsPage } from '../scripts/limits-page.ts';
import { quotas, type DescribedQuota } from '../src/lib/server/platform/quotas/quotas.ts';
import type { BucketRule, RateRule } from '../src/lib/server/platform/quotas/rate-limit.ts';

test('Keeps docs/limits.md up to date; otherwise run node scripts/limits-page.ts', async () => {
  expect(readFileSync('docs/limits.md', 'utf8')).toBe(await limitsPage());
});

const perDay = (rule: BucketRule | RateRule) =>
  'burst' in rule ? (24 * 3600) / rule.everySeconds : (rule.hits * 24 * 3600) / rule.windowSeconds;
const atOnce = (rule: BucketRule | RateRule) => ('burst' in rule ? rule.burst : rule.hits);

const all: [string, DescribedQuota][] = Object.entries(quotas);

test.each(all)(
  'The quota of %s is several times larger for an address than for an account, and larger still for a network',
  (_name, quota) => {
    const levels = [quota.account, quota.address, quota.network].filter((level) => level !== undefined);
    for (const [index, level] of levels.slice(1).entries()) {
      const smaller = levels[index];
      if (smaller === undefined) throw new Error('No smaller level');
      expect(atOnce(level)).toBeGreaterThanOrEqual(3 * atOnce(smaller));
      expect(perDay(level)).toBeGreaterThanOrEqual(3 * perDay(smaller));
    }
  },
);

test('Gives every rate rule a name of its own', () => {
  const names = all.flatMap(([, { account, address, network }]) =>
    [account, address, network].flatMap((rule) => rule?.name ?? []),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('Allows an office twenty new apps in an afternoon', () => {
  const hours = 4;
  const { account, network } = quotas.listings;
  expect(account.burst + (hours * 3600) / account.everySeconds).toBeGreaterThanOrEqual(20);
  expect(network.burst).toBeGreaterThanOrEqual(20);
});

test('Allows the refreshes of ten thousand phones behind one address', () => {
  // A phone in use refreshes once in 15 minutes, and one in three is in use.
  const perSecond = 10_000 / 3 / 900;
  expect(1 / quotas.refreshes.address.everySeconds).toBeGreaterThan(2 * perSecond);
});
