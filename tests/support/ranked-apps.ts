// Ten apps with a month of visitors, and attacks on their ranks.
import { expect } from 'vitest';
import type { ViewSubject } from '../../src/lib/shared/schemas/views.ts';
import { dayMs } from '../../src/lib/shared/text/dates/days.ts';
import { createOwner, createTestProduct, newApp, type EngineName, type TestProduct } from './test-product.ts';

export const browser = (number: number) =>
  `Mozilla/5.0 (Linux; Android ${String(8 + (number % 7))}; Tecno K${String(number)}) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36`;
export const common =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

interface Rank {
  id: string;
  popularity: number;
  trend: number;
}

export interface RankedApps {
  product: TestProduct;
  /** The apps, from the one with the fewest visitors; the last two have none. */
  ids: readonly string[];
  /** The time of the product's clock. */
  now: number;
  look(subject: ViewSubject, address: string, userAgent: string, viewer?: string): void;
  orderBy(sort: 'popular' | 'trending'): Promise<Rank[]>;
  /** The order of the apps after all visits so far are counted. */
  ranks(): Promise<{ popular: Rank[]; trending: Rank[] }>;
}

export async function createRankedApps(engine: EngineName): Promise<RankedApps> {
  const product = await createTestProduct(engine, { clock: () => ranked.now });
  const { apps, views } = product.services;
  const ids: string[] = [];
  const ranked: RankedApps = {
    product,
    ids,
    now: Date.parse('2026-10-01T10:00:00Z'),
    look(subject, address, userAgent, viewer = '') {
      views.count({ subject, address, userAgent, viewer });
    },
    async orderBy(sort) {
      const { items } = await apps.listApps({ sort, limit: 50 });
      return items.map(({ id, popularity, trend }) => ({ id, popularity, trend }));
    },
    async ranks() {
      await views.flush();
      await views.sweep();
      return { popular: await ranked.orderBy('popular'), trending: await ranked.orderBy('trending') };
    },
  };
  /** A day of honest visitors: `visitors` of different networks, most of them with browsers of their own. */
  const spendDay = async (visitorsOf: (index: number) => number) => {
    for (const [index, id] of ids.entries())
      for (let visitor = 0; visitor < visitorsOf(index); visitor += 1) {
        const address = `41.${String(index)}.${String(visitor)}.7`;
        ranked.look(`app:${id}`, address, visitor % 3 === 0 ? common : browser(visitor));
        if (visitor % 4 === 0) ranked.look(`tap:${id}`, address, browser(visitor));
      }
    await views.flush();
    await views.sweep();
    ranked.now += dayMs;
  };
  const ownerId = await createOwner(product);
  for (let index = 0; index < 10; index += 1)
    ids.push((await apps.publishApp(newApp(ownerId, { name: `Ranked ${String(index)}` }))).id);
  // Neighbours in the list differ by one visitor a day, and the last two have none.
  for (let day = 0; day < 30; day += 1)
    await spendDay((index) => (index < 8 ? 2 * index + (day > 22 ? index % 3 : 0) : 0));
  return ranked;
}

interface View {
  address: string;
  userAgent: string;
}

/** @param many views of the attacks with the most views */
export function attacksOf(many: number): [name: string, views: View[]][] {
  const viewsOf = (count: number, view: (number: number) => View) =>
    Array.from({ length: count }, (_, number) => view(number));
  const number = many.toLocaleString('en');
  return [
    [
      `${number} views of one address with one browser`,
      viewsOf(many, () => ({ address: '198.51.100.7', userAgent: common })),
    ],
    [
      `${number} views of one IPv4 network with as many browsers`,
      viewsOf(many, (view) => ({
        address: `203.0.113.${String(view % 250)}`,
        userAgent: `${common} Build/${String(view)}`,
      })),
    ],
    [
      `${number} views of one IPv6 network`,
      viewsOf(many, (view) => ({
        address: `2001:db8:7:${(view % (many / 2)).toString(16)}::/64`,
        userAgent: browser(view % 300),
      })),
    ],
    [
      '1,000 views of 200 addresses in one network with one browser',
      viewsOf(1_000, (view) => ({ address: `192.0.2.${String(view % 200)}`, userAgent: browser(999) })),
    ],
    [
      '1,000 views of 200 addresses in 200 networks with one browser',
      viewsOf(1_000, (view) => ({ address: `100.64.${String(view % 200)}.1`, userAgent: browser(998) })),
    ],
    [
      '1,000 views of 200 addresses in 30 networks with a common browser',
      viewsOf(1_000, (view) => ({
        address: `100.65.${String(view % 30)}.${String(view % 200)}`,
        userAgent: `${common} 1`,
      })),
    ],
  ];
}

/** Expects that no rank moves, by views or taps of the last app, of one in the middle, and of the first. */
export async function expectNoMove({ ids, look, ranks }: RankedApps, views: View[]): Promise<void> {
  const before = await ranks();
  for (const kind of ['app', 'tap'] as const) {
    for (const id of [ids[9], ids[4], ids[7]])
      for (const { address, userAgent } of views) look(`${kind}:${id ?? ''}`, address, userAgent);
    expect(await ranks()).toEqual(before);
  }
}
