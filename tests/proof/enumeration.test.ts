// Property: how long an answer takes does not tell whether an address has an account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const pairs = 200;

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

describe.each(engines)('enumeration on %s', (engine) => {
  let api: TestApi;
  const known = 'known@example.com';
  const person = { firstname: 'Ada', lastname: 'Obi', password: 'correct horse battery' };

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    await api.post('/user/', { ...person, email: known });
  });
  afterAll(() => api.product.dispose());

  const requests: Record<string, (email: string) => Promise<unknown>> = {
    'forgot-password': (email) => api.post('/user/forgot-password/', { email }),
    'resend-registration-code': (email) => api.post('/user/resend-registration-code/', { email }),
    signup: (email) => api.post('/user/', { ...person, email }),
    login: (email) => api.post('/token/', { email, password: 'wrong password' }),
  };

  test.each(Object.keys(requests))('%s: medians within 5 %', async (name) => {
    const request = requests[name];
    if (!request) throw new Error(name);
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const measure = async (email: string, into: number[]) => {
      const began = performance.now();
      await request(email);
      into.push(performance.now() - began);
    };
    for (let pair = 0; pair < pairs; pair += 1) {
      const both = [
        () => measure(known, times.known),
        () => measure(`unknown${name}${pair}@example.com`, times.unknown),
      ];
      // In turn, so that a drift of the machine's speed falls on both alike.
      for (const one of pair % 2 === 0 ? both : both.toReversed()) await one();
    }
    const ratio = median(times.known) / median(times.unknown);
    console.log(
      `${engine} ${name}: median known ${median(times.known).toFixed(2)} ms, unknown ${median(times.unknown).toFixed(2)} ms, ratio ${ratio.toFixed(4)}`,
    );
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(1.05);
  });
});
