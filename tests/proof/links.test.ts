// Of many hosts that fail now and then none is called dead, and of many that are gone each is within 21 days.
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../support/test-product.ts';
import { dayMs, hourMs, watchLinks } from '../support/watched-links.ts';

const counts = { good: 100, flaky: 500, dead: 200 };
const dieAt = 8 * dayMs;

/** The same numbers at each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe.each(bothEngines)('Flaky and dead hosts on %s', (engine) => {
  test('Of 500 flaky hosts none is called dead, of 200 dead ones each within 21 days', async () => {
    const random = seeded(7);
    const watched = await watchLinks(engine, random);
    const { db } = watched.product;
    const owners = [];
    for (let index = 0; index < 20; index += 1) owners.push(await watched.person());
    const began = watched.now();
    for (const [kind, count] of Object.entries(counts))
      for (let index = 0; index < count; index += 1) {
        const host = `${kind}${String(index)}.ng`;
        const owner = owners[index % owners.length];
        if (!owner) throw new Error('There is no owner.');
        await watched.list(owner, { website: `https://${host}` });
        // Of all requests to a flaky host 30 % or 50 % fail, in one of many ways.
        if (kind === 'flaky')
          watched.answer(host, () =>
            random() >= (index % 2 === 0 ? 0.3 : 0.5)
              ? 200
              : index % 3 === 0
                ? 503
                : { refused: index % 3 === 1 ? 'slow' : 'no-connection' },
          );
        if (kind === 'dead')
          watched.answer(host, ({ at }) =>
            at < began + dieAt
              ? 200
              : index % 3 === 0
                ? 404
                : { refused: index % 3 === 1 ? 'unknown-name' : 'slow' },
          );
      }
    const calledDead = new Map<string, number>();
    const steps = (dieAt + 45 * dayMs) / (6 * hourMs);
    for (let step = 0; step < steps; step += 1) {
      await watched.pass(6 * hourMs);
      const dead = await db.read.selectFrom('links').select('host').where('state', '=', 'dead').execute();
      for (const { host } of dead)
        if (!calledDead.has(host)) calledDead.set(host, watched.now() - began - dieAt);
    }
    const days = [...calledDead]
      .filter(([host]) => host.startsWith('dead'))
      .map(([, ms]) => ms / dayMs)
      .toSorted((one, other) => one - other);
    const wrong = [...calledDead.keys()].filter((host) => !host.startsWith('dead'));
    const gaps = [...Map.groupBy(watched.looks, ({ host }) => host).values()].flatMap((looks) =>
      looks.slice(1).map(({ at }, index) => at - (looks[index]?.at ?? 0)),
    );
    const { mails } = await db.read
      .selectFrom('outbox')
      .select((eb) => eb.fn.countAll<number>().as('mails'))
      .executeTakeFirstOrThrow();
    const figures = {
      engine,
      looks: watched.looks.length,
      simulatedDays: (watched.now() - began) / dayMs,
      deadCalledDead: days.length,
      firstAfterDays: days.at(0),
      lastAfterDays: days.at(-1),
      flakyOrGoodCalledDead: wrong.length,
      mails,
      shortestGapHours: Math.min(...gaps) / hourMs,
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    await watched.product.dispose();
    expect(wrong).toEqual([]);
    expect(days).toHaveLength(counts.dead);
    expect(days.at(-1)).toBeLessThanOrEqual(21);
  });
});
