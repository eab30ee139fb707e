// Property: no guess is tried against a reset that somebody else requested, and no guess locks the owner out. The
// guesses come from 1,000 networks: without a request token, with an invented one, and with that of a reset that the
// guesser requested.
import { describe, expect, test } from 'vitest';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { scaled } from '../support/scale.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

const networks = scaled(1_000);
const guessesEach = 10;
const victims = 4;

describe.each(bothEngines)('Guesses of reset codes on %s', (engine) => {
  // Once with the rate limits, and once with only the limited tries of a code.
  test.each([true, false])(
    `Tries none of ${networks * guessesEach} guesses of ${networks} networks against another's code, limits %s`,
    async (rateLimit) => {
      const api = await createTestApi(engine, { rateLimit });
      try {
        await attack(api, rateLimit);
      } finally {
        await api.product.dispose();
      }
    },
    1_800_000,
  );

  async function attack(api: TestApi, rateLimit: boolean): Promise<void> {
    const password = 'correct horse battery';
    const owners = Array.from({ length: victims }, (_, number) => ({
      email: `victim${number}@example.com`,
      from: api.from(`198.51.100.${number + 1}`),
    }));
    const lastCode = async (email: string): Promise<string> => {
      await api.product.outbox.flush();
      return codeIn((await mailsIn(api.product.config.dataDir)).findLast(({ to }) => to === email));
    };
    const asked: { email: string; half: string; code: string; from: TestApi }[] = [];
    for (const { email, from } of owners) {
      await from.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
      await from.post('/user/verify/', { email, code: await lastCode(email) });
      const { body } = await from.post('/user/forgot-password/', { email });
      const { request_token: half } = body as { request_token: string };
      asked.push({ email, from, half, code: await lastCode(email) });
    }
    const theirs = await api.product.db.read.selectFrom('codes').select('id').execute();

    const statuses = new Map<number, number>();
    async function guessFrom(network: number): Promise<void> {
      const from = api.from(`100.${64 + Math.floor(network / 250)}.${network % 250}.1`);
      const victim = asked[network % victims];
      if (!victim) throw new Error('No victim.');
      // A tenth of the networks request a reset for the victim: their mail goes to the victim.
      const own =
        network % 10 === 0
          ? (
              (await from.post('/user/forgot-password/', { email: victim.email })).body as {
                request_token: string;
              }
            ).request_token
          : undefined;
      const requestTokens = [undefined, own, 'nbq_made-up', victim.half.slice(0, -1)];
      for (let guess = 0; guess < guessesEach; guess += 1) {
        // One guess is the right code, which fails only because the request token is missing.
        const code = guess === 5 ? victim.code : `GUESS${String(guess).padStart(3, '0')}`;
        const { status } = await from.post('/user/verify-password/', {
          code,
          request_token: requestTokens[guess % requestTokens.length],
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    for (let first = 0; first < networks; first += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, networks - first) }, (_, index) => guessFrom(first + index)),
      );

    const tried = await api.product.db.read
      .selectFrom('code_tries')
      .select(({ fn }) => fn.sum<number | string | null>('tries').as('tries'))
      .where(
        'code_id',
        'in',
        theirs.map(({ id }) => id),
      )
      .where('code_id', 'not in', (eb) =>
        eb.selectFrom('codes').select('id').where('purpose', '=', 'registration'),
      )
      .executeTakeFirstOrThrow();
    const against = Number(tried.tries ?? 0);
    const most = await api.product.db.read
      .selectFrom('code_tries')
      .select(({ fn }) => fn.max<number | string | null>('tries').as('tries'))
      .executeTakeFirstOrThrow();
    console.log(
      `${engine}, limits ${rateLimit ? 'on' : 'off'}: ${networks * guessesEach} guesses from ${networks} networks, answers ` +
        `${JSON.stringify([...statuses].sort())}, ${against} tried against another's code, ${Number(most.tries)} at most against one's own`,
    );
    expect([...statuses.keys()].filter((status) => status !== 400 && status !== 429)).toEqual([]);
    expect(against).toBe(0);
    expect(Number(most.tries)).toBeLessThanOrEqual(5);
    for (const { code, half, from } of asked)
      expect((await from.post('/user/verify-password/', { code, request_token: half })).status).toBe(200);
    expect(api.faults).toEqual([]);
  }
});
