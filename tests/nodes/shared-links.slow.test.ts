// Several nodes look at the links of one directory, and one of them is killed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, watchLinks, type WatchedLinks } from '../support/watched-links.ts';
import { engines } from '../support/test-product.ts';

const count = 60;

describe.each(engines)('Two nodes and their links on %s', (engine) => {
  let watched: WatchedLinks;

  beforeAll(async () => {
    watched = await watchLinks(engine);
    const owner = await watched.person();
    for (let index = 0; index < count; index += 1)
      await watched.list(owner, { website: `https://shared${String(index)}.ng` });
  });
  afterAll(() => watched.product.dispose());

  test('No link is looked at twice within its time, and none is forgotten, although a node is killed', async () => {
    const [first, second] = [watched.node(), watched.node()];
    const flushes: Promise<void>[] = [];
    for (let hour = 0; hour < 16 * 24; hour += 1) {
      watched.advance(hourMs);
      if (hour === 1) first.kill();
      // The killed node claims once more, asks, and never hears an answer.
      if (hour < 2) flushes.push(first.flush());
      await second.flush();
    }
    const timesOf = Map.groupBy(watched.looks, ({ host }) => host);
    expect(timesOf.size).toBe(count);
    for (const [host, looks] of timesOf) {
      const gaps = looks.slice(1).map(({ at }, index) => at - (looks[index]?.at ?? 0));
      // A week between two looks, or a day after a look whose node was killed.
      expect([host, gaps.filter((gap) => gap < dayMs - hourMs)]).toEqual([host, []]);
    }
    const links = await watched.product.db.read.selectFrom('links').select(['state', 'looked_at']).execute();
    expect(links.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'good'));
    for (const { looked_at: at } of links) expect(watched.now() - (at ?? 0)).toBeLessThanOrEqual(7 * dayMs);
    // Those of the killed node never end.
    expect(flushes).toHaveLength(2);
  }, 120_000);
});
