// Ranks of apps by their visitors: which visits count, what cannot move a rank, and that ranks follow from the rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ViewSubject } from '../../src/lib/shared/schemas/views.ts';
import { createViews } from '../../src/lib/server/views/index.ts';
import {
  createOwner,
  createTestProduct,
  engines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

const dayMs = 24 * 60 * 60_000;
const browser = (number: number) =>
  `Mozilla/5.0 (Linux; Android ${String(8 + (number % 7))}; Tecno K${String(number)}) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36`;
const common = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

describe.each(engines)('Popularity on %s', (engine) => {
  let now = Date.parse('2026-10-01T10:00:00Z');
  let product: TestProduct;
  const ids: string[] = [];

  const look = (subject: ViewSubject, address: string, userAgent: string, viewer = '') =>
    product.services.views.count({ subject, address, userAgent, viewer });
  const orderBy = async (sort: 'popular' | 'trending') => {
    const { items } = await product.services.apps.listApps({ sort, limit: 50 });
    return items.map(({ id, popularity, trend }) => ({ id, popularity, trend }));
  };
  const ranks = async () => {
    await product.services.views.flush();
    await product.services.views.sweep();
    return { popular: await orderBy('popular'), trending: await orderBy('trending') };
  };
  /** A day of honest visitors: `visitors` of different networks, most of them with browsers of their own. */
  const spendDay = async (visitorsOf: (index: number) => number) => {
    for (const [index, id] of ids.entries())
      for (let visitor = 0; visitor < visitorsOf(index); visitor += 1) {
        const address = `41.${String(index)}.${String(visitor)}.7`;
        look(`app:${id}`, address, visitor % 3 === 0 ? common : browser(visitor));
        if (visitor % 4 === 0) look(`tap:${id}`, address, browser(visitor));
      }
    await product.services.views.flush();
    await product.services.views.sweep();
    now += dayMs;
  };

  beforeAll(async () => {
    product = await createTestProduct(engine, { clock: () => now });
    const ownerId = await createOwner(product);
    for (let index = 0; index < 10; index += 1) {
      const app = await product.services.apps.publishApp(
        newApp(ownerId, { name: `Ranked ${String(index)}` }),
      );
      ids.push(app.id);
    }
    // Neighbours in the list differ by one visitor a day, and the last two have none.
    for (let day = 0; day < 30; day += 1)
      await spendDay((index) => (index < 8 ? 2 * index + (day > 22 ? index % 3 : 0) : 0));
  });
  afterAll(() => product.dispose());

  test('Lists the app with more visitors before the one with fewer', async () => {
    const { popular } = await ranks();
    expect(popular.slice(0, 7).map(({ id }) => ids.indexOf(id))).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(popular.at(-1)?.popularity).toBe(0);
    const trending = (await product.services.apps.listTrending(5)).map(({ id }) => ids.indexOf(id));
    // These had more visitors in the last week than before.
    for (const index of trending) expect(index % 3).not.toBe(0);
  });

  // Attacks on the last app, on one in the middle, and on the first.
  const attacks: [name: string, send: (subject: ViewSubject) => void][] = [
    [
      '10,000 views of one address with one browser',
      (subject) => {
        for (let view = 0; view < 10_000; view += 1) look(subject, '198.51.100.7', common);
      },
    ],
    [
      '10,000 views of one IPv4 network with as many browsers',
      (subject) => {
        for (let view = 0; view < 10_000; view += 1)
          look(subject, `203.0.113.${String(view % 250)}`, `${common} Build/${String(view)}`);
      },
    ],
    [
      '10,000 views of one IPv6 network',
      (subject) => {
        for (let view = 0; view < 10_000; view += 1)
          look(subject, `2001:db8:7:${(view % 5_000).toString(16)}::/64`, browser(view % 300));
      },
    ],
    [
      '1,000 views of 200 addresses in one network with one browser',
      (subject) => {
        for (let view = 0; view < 1_000; view += 1)
          look(subject, `192.0.2.${String(view % 200)}`, browser(999));
      },
    ],
    [
      '1,000 views of 200 addresses in 200 networks with one browser',
      (subject) => {
        for (let view = 0; view < 1_000; view += 1)
          look(subject, `100.64.${String(view % 200)}.1`, browser(998));
      },
    ],
    [
      '1,000 views of 200 addresses in 30 networks with a common browser',
      (subject) => {
        for (let view = 0; view < 1_000; view += 1)
          look(subject, `100.65.${String(view % 30)}.${String(view % 200)}`, `${common} 1`);
      },
    ],
  ];

  test.each(attacks)('Moves no rank for %s', async (_name, send) => {
    const before = await ranks();
    for (const id of [ids[9], ids[4], ids[7]]) send(`app:${id ?? ''}`);
    expect(await ranks()).toEqual(before);
    for (const id of [ids[9], ids[4], ids[7]]) send(`tap:${id ?? ''}`);
    expect(await ranks()).toEqual(before);
  });

  test('Counts at most twenty visitors of a network as views of a page and day', async () => {
    const [id = ''] = ids;
    const views = async () =>
      (await product.services.apps.listApps({ limit: 50 })).items.find((app) => app.id === id)?.views ?? 0;
    const before = await views();
    for (let flush = 0; flush < 2; flush += 1) {
      for (let view = 0; view < 300; view += 1)
        look(`app:${id}`, `198.18.0.${String(view % 250)}`, browser(view));
      await product.services.views.flush();
      expect(await views()).toBe(before + 20);
    }
    look(`app:${id}`, '198.18.1.1', common);
    await product.services.views.flush();
    expect(await views()).toBe(before + 21);
  });

  test('Counts a visitor once on two nodes and after a replay, and once more after midnight', async () => {
    const id = ids[1] ?? '';
    const rows = () =>
      product.db.read
        .selectFrom('view_counts')
        .select(['day', 'views'])
        .where('subject', '=', `app:${id}`)
        .orderBy('day', 'desc')
        .limit(2)
        .execute();
    // Half a second before and after midnight in Lagos, written together afterwards.
    now = Math.floor(now / dayMs) * dayMs + 23 * 60 * 60_000 - 500;
    const other = createViews({ db: product.db, clock: () => now });
    const visit = { subject: `app:${id}`, address: '41.200.1.1', userAgent: common, viewer: '' } as const;
    for (const views of [product.services.views, other.actions]) views.count(visit);
    now += 1_000;
    for (const views of [other.actions, product.services.views]) views.count(visit);
    await Promise.all([other.actions.flush(), product.services.views.flush()]);
    product.services.views.count(visit);
    await product.services.views.flush();
    const [today, yesterday] = await rows();
    expect(today?.views).toBe(1);
    expect((today?.day ?? 0) - (yesterday?.day ?? 0)).toBe(1);
    expect(yesterday?.views).toBe(1);
    // A visit that a node could not write for hours.
    now -= 60_000;
    product.services.views.count({ ...visit, address: '41.200.1.2' });
    now += 2 * 60 * 60_000;
    await product.services.views.flush();
    expect(await rows()).toEqual([today, yesterday]);
  });

  test('Shows counts and ranks that a recount of the rows gives', async () => {
    for (let visitor = 0; visitor < 9; visitor += 1)
      look(`app:${ids[3] ?? ''}`, `41.77.${String(visitor)}.1`, browser(visitor % 7));
    await ranks();
    const { db } = product;
    const today = Math.floor((now + 60 * 60_000) / dayMs);
    const counts = await db.read.selectFrom('view_counts').selectAll().execute();
    const networks = await db.read.selectFrom('view_networks').selectAll().where('day', '=', today).execute();
    for (const row of counts.filter(({ day }) => day === today)) {
      const browsers = Map.groupBy(
        networks.filter(({ subject }) => subject === row.subject),
        ({ agent }) => agent,
      );
      const counted = [...browsers.values()].filter(
        (rows) =>
          rows.reduce((sum, { visits }) => sum + visits, 0) <= 100 && rows.some(({ visits }) => visits <= 20),
      );
      expect(row.voices).toBe(counted.length);
    }
    expect(
      counts.find(({ day, subject }) => day === today && subject === `app:${ids[3] ?? ''}`)?.voices,
    ).toBe(7);
    for (const app of (await product.services.apps.listApps({ limit: 50 })).items) {
      const sum = (kind: string) =>
        counts
          .filter(({ subject }) => subject === `${kind}:${app.id}`)
          .reduce((all, { views }) => all + views, 0);
      expect(app.views).toBe(sum('app'));
      expect(app.taps).toBe(sum('tap'));
      const points = (from: number, until: number) => {
        let all = 0;
        for (let age = from; age < until; age += 1) {
          const voices = counts
            .filter(({ day, subject }) => day === today - age && subject.endsWith(`:${app.id}`))
            .reduce((some, row) => some + row.voices, 0);
          all += Math.round(10 * Math.sqrt(voices));
        }
        return all;
      };
      expect(app.popularity).toBe(points(0, 28));
      expect(app.trend).toBe(Math.round(1_000 * ((points(0, 7) + 100) / (points(7, 35) / 4 + 100) - 1)));
    }
  });

  test('Pages through every app once by each rank', async () => {
    for (const sort of ['popular', 'trending'] as const) {
      const seen: string[] = [];
      for (let cursor: string | undefined, more = true; more;) {
        const page = await product.services.apps.listApps({ sort, limit: 3, cursor });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next ?? undefined;
        more = cursor !== undefined;
      }
      expect(seen).toHaveLength(ids.length);
      expect(new Set(seen)).toEqual(new Set(ids));
      expect(seen).toEqual((await orderBy(sort)).map(({ id }) => id));
    }
  });

  test('Forgets ranks that are over, and counts of deleted apps', async () => {
    now += 40 * dayMs;
    const { popular, trending } = await ranks();
    expect(popular.every(({ popularity, trend }) => popularity === 0 && trend === 0)).toBe(true);
    expect(trending).toHaveLength(ids.length);
    expect(await product.db.read.selectFrom('view_networks').selectAll().execute()).toEqual([]);
    await product.db.write((trx) =>
      trx
        .deleteFrom('apps')
        .where('id', '=', ids[7] ?? '')
        .execute(),
    );
    const left = await product.db.read.selectFrom('view_counts').select('subject').distinct().execute();
    expect(left.some(({ subject }) => subject.endsWith(ids[7] ?? ''))).toBe(false);
    expect(left.length).toBeGreaterThan(3);
  });
});
