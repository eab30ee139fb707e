// Property: saving, taking out, logging in and out and going offline on three devices loses and doubles no saved app.
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { createSavedWorld, expectSequencesRight, type SavedWorld } from '../support/saved-world.ts';
import { scaled } from '../support/scale.ts';
import { bothEngines } from '../support/test-product.ts';

describe.each(bothEngines)('Saved apps on %s', (engine) => {
  const count = scaled(1_000);
  let world: SavedWorld;

  beforeAll(async () => {
    world = await createSavedWorld(engine);
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await world.product.dispose();
  });

  test(`Loses and doubles nothing in ${String(count)} random sequences`, async () => {
    await expectSequencesRight(world, count);
  });
});
