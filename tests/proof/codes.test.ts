// Property: guessed codes never succeed, and do not use up the owner's code.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

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

const networks = 100;

describe.each(bothEngines)('Guesses of codes on %s', (engine) => {
  let api: TestApi;
  const email = 'guessed@example.com';

  beforeAll(async () => {
    // The rate limits are off: the limit on the code itself must suffice.
    api = await createTestApi(engine, { rateLimit: false });
    const home = api.from('198.51.100.1');
    await home.post('/user/', {
      firstname: 'Ada',
      lastname: 'Obi',
      email,
      password: 'correct horse battery',
    });
    await api.product.outbox.flush();
  });
  afterAll(() => api.product.dispose());

  test(`Rejects ${guesses} wrong codes of ${networks} networks, tries 40 of them, and accepts the owner's code`, async () => {
    const code = codeIn((await mailsIn(api.product.config.dataDir)).at(-1));
    const statuses = new Map<number, number>();
    for (let first = 0; first < guesses; first += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          api
            .from(`100.64.${(first + index) % networks}.1`)
            .post('/user/verify/', { email, code: guess(first + index) }),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const tries = await api.product.db.read.selectFrom('code_tries').select(['counter', 'tries']).execute();
    const strangers = tries.find(({ counter }) => counter === 'strangers')?.tries;
    console.log(
      `${engine}: answers by status ${JSON.stringify([...statuses])}, tried ${strangers}, by one network at most ` +
        `${Math.max(...tries.filter(({ counter }) => counter.startsWith('network:')).map((row) => row.tries))}`,
    );
    expect([...statuses]).toEqual([[400, guesses]]);
    expect(strangers).toBe(40);
    const owner = await api.from('198.51.100.1').post('/user/verify/', { email, code });
    expect(owner.status).toBe(200);
    expect(api.faults).toEqual([]);
  });
});
