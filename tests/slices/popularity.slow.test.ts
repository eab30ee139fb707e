// Ranks of apps by their visitors: which visits count, what cannot move a rank, and that ranks follow from the rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createViews } from '../../src/lib/server/views/index.ts';
import {
  attacksOf,
  browser,
  common,
  createRankedApps,
  expectNoMove,
  type RankedApps,
} from '../support/ranked-apps.ts';
import { bothEngines, type TestProduct } from '../support/test-product.ts';

const dayMs = 24 * 60 * 60_000;

describe.each(bothEngines)('Popularity on %s', (engine) => {
  let ranked: RankedApps;
  let product: TestProduct;
  let ids: readonly string[];

  beforeAll(async () => {
    ranked = await createRankedApps(engine);
    ({ product, ids } = ranked);
  });
  afterAll(() => product.dispose());

  test('Lists the app with more visitors before the one with fewer', async () => {
    const { popular } = await ranked.ranks();
    expect(popular.slice(0, 7).map(({ id }) => ids.indexOf(id))).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(popular.at(-1)?.popularity).toBe(0);
    const trending = (await product.services.apps.listTrending(5)).map(({ id }) => ids.indexOf(id));
    // These had more visitors in the last week than before.
    for (const index of trending) expect(index % 3).not.toBe(0);
  });

  // A thousand views are beyond the limits of a browser and of a network. `npm run proof -- popularity` sends ten
  // thousand.
  test.each(attacksOf(1_000))('Moves no rank for %s', async (_name, views) => {
    await expectNoMove(ranked, views);
  });

  test('Counts at most twenty visitors of a network as views of a page and day', async () => {
    const [id = ''] = ids;
    const views = async () =>
      (await product.services.apps.listApps({ limit: 50 })).items.find((app) => app.id === id)?.views ?? 0;
    const before = await views();
    for (let flush = 0; flush < 2; flush += 1) {
      for (let view = 0; view < 300; view += 1)
        ranked.look(`app:${id}`, `198.18.0.${String(view % 250)}`, browser(view));
      await product.services.views.flush();
      expect(await views()).toBe(before + 20);
    }
    ranked.look(`app:${id}`, '198.18.1.1', common);
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
    ranked.now = Math.floor(ranked.now / dayMs) * dayMs + 23 * 60 * 60_000 - 500;
    const other = createViews({ db: product.db, clock: () => ranked.now });
    const visit = { subject: `app:${id}`, address: '41.200.1.1', userAgent: common, viewer: '' } as const;
    for (const views of [product.services.views, other.actions]) views.count(visit);
    ranked.now += 1_000;
    for (const views of [other.actions, product.services.views]) views.count(visit);
    await Promise.all([other.actions.flush(), product.services.views.flush()]);
    product.services.views.count(visit);
    await product.services.views.flush();
    const [today, yesterday] = await rows();
    expect(today?.views).toBe(1);
    expect((today?.day ?? 0) - (yesterday?.day ?? 0)).toBe(1);
    expect(yesterday?.views).toBe(1);
    // A visit that a node could not write for hours.
    ranked.now -= 60_000;
    product.services.views.count({ ...visit, address: '41.200.1.2' });
    ranked.now += 2 * 60 * 60_000;
    await product.services.views.flush();
    expect(await rows()).toEqual([today, yesterday]);
  });

  test('Shows counts and ranks that a recount of the rows gives', async () => {
    for (let visitor = 0; visitor < 9; visitor += 1)
      ranked.look(`app:${ids[3] ?? ''}`, `41.77.${String(visitor)}.1`, browser(visitor % 7));
    await ranked.ranks();
    const { db } = product;
    const today = Math.floor((ranked.now + 60 * 60_000) / dayMs);
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
      expect(seen).toEqual((await ranked.orderBy(sort)).map(({ id }) => id));
    }
  });

  test('Forgets ranks that are over, and counts of deleted apps', async () => {
    ranked.now += 40 * dayMs;
    const { popular, trending } = await ranked.ranks();
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
