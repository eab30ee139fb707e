// Property: no rank of an app moves by ten thousand views of one address or one network. `npm test` sends a thousand.
import { afterAll, beforeAll, describe, test } from 'vitest';
import { attacksOf, createRankedApps, expectNoMove, type RankedApps } from '../support/ranked-apps.ts';
import { scaled } from '../support/scale.ts';
import { bothEngines } from '../support/test-product.ts';

describe.each(bothEngines)('Popularity on %s', (engine) => {
  let ranked: RankedApps;

  beforeAll(async () => {
    ranked = await createRankedApps(engine);
  });
  afterAll(() => ranked.product.dispose());

  test.each(attacksOf(scaled(10_000)))('Moves no rank for %s', async (_name, views) => {
    await expectNoMove(ranked, views);
  });
});
