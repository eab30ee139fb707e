// Property: guessing does not get in, and costs the attacker the account's code.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const guesses = 10_000;
const alphabet = 'ACDEFGHJKMNPQRTUVWXY34679';

function guess(index: number): string {
  let rest = index * 7_919 + 13;
  return Array.from({ length: 8 }, () => {
    const character = alphabet.charAt(rest % alphabet.length);
    rest = Math.floor(rest / alphabet.length);
    return character;
  }).join('');
}

describe.each(engines)('codes on %s', (engine) => {
  let api: TestApi;
  const email = 'guessed@example.com';

  beforeAll(async () => {
    // Without the limits on requests: the limit on the code itself must hold alone.
    api = await createTestApi(engine, { rateLimit: false });
    await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' });
    await api.product.outbox.flush();
  });
  afterAll(() => api.product.dispose());

  test(`${guesses} wrong codes: none gets in, five are evaluated, the code is gone`, async () => {
    const code = codeIn((await mailsIn(api.product.config.dataDir)).at(-1));
    const statuses = new Map<number, number>();
    for (let first = 0; first < guesses; first += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          api.post('/user/verify/', { email, code: guess(first + index) }),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const row = await api.product.db.read.selectFrom('codes').selectAll().executeTakeFirstOrThrow();
    console.log(
      `${engine}: answers by status ${JSON.stringify([...statuses])}, tries counted ${row.wrong_tries}`,
    );
    expect([...statuses]).toEqual([[400, guesses]]);
    expect(row.wrong_tries).toBe(5);
    expect((await api.post('/user/verify/', { email, code })).status).toBe(400);
    expect(api.faults).toEqual([]);
  });
});
