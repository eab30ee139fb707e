// Property: a stranger who signs up somebody's address gains nothing from the account that its owner ends up with,
// and the owner gets the account, in any order of their actions.
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src/sample-data/random.ts';
import { scaled } from '../support/scale.ts';
import { playTakeover } from '../support/takeover-model.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

const interleavings = scaled(1_000);
const seed = process.env['PROOF_SEED'] ?? 'takeover';

describe.each(bothEngines)('Takeovers on %s', (engine) => {
  let api: TestApi;

  beforeAll(async () => {
    // Mails are read from the outbox table, which is faster.
    api = await createTestApi(engine, { rateLimit: false, wakeMail: () => undefined });
  });
  afterAll(() => api.product.dispose());

  test(`Leaves the account to the owner in ${interleavings} random interleavings with an attacker`, async () => {
    // More simultaneous hashes in one process would be refused.
    const lanes = pLimit(8);
    const faults = await Promise.all(
      Array.from({ length: interleavings }, (_, index) =>
        lanes(async () => {
          const fault = await playTakeover(
            api,
            createRandom(`${seed} ${index}`),
            `person${index}@example.com`,
          );
          return fault === '' ? [] : [`${engine}, ${seed} ${index}: ${fault}`];
        }),
      ),
    );
    const found = faults.flat();
    console.log(`${engine}: ${interleavings} interleavings of seed '${seed}', ${found.length} with a fault`);
    expect(found).toEqual([]);
    expect(api.faults).toEqual([]);
  }, 3_600_000);
});
