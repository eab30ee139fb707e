// Property: neither the content nor the time of an answer reveals whether an address has an account. Times are
// compared by the area under the curve: how often a known address takes longer than an unknown one. Without a
// difference it is a half.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerInSteps } from '../../src/lib/server/accounts/answer-in-steps.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { scaled } from '../support/scale.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

const pairs = scaled(2_000);

/**
 * Pairs in progress at once. An answer mostly waits for its fixed delay, so pairs hardly compete; where there is a
 * password to hash, one waits for the other, and all of them must end within the delay.
 */
const lanes: Record<string, number> = {
  'forgot-password': 4,
  'resend-registration-code': 4,
  signup: 5,
  login: 2,
  verify: 4,
  'login as pending': 2,
  'me as pending': 1,
  'verify as pending': 4,
  'resend as pending': 4,
  'verify-password': 4,
};

/**
 * How often one of `longer` takes longer than one of `shorter`, ties counting half (Mann-Whitney U over the number of
 * pairs).
 */
function areaUnderCurve(longer: number[], shorter: number[]): number {
  const all = [...longer.map((ms) => ({ ms, own: true })), ...shorter.map((ms) => ({ ms, own: false }))];
  all.sort((a, b) => a.ms - b.ms);
  let ranks = 0;
  for (let first = 0; first < all.length;) {
    let end = first;
    while (end < all.length && all[end]?.ms === all[first]?.ms) end += 1;
    const rank = (first + 1 + end) / 2;
    for (const { own } of all.slice(first, end)) if (own) ranks += rank;
    first = end;
  }
  return (ranks - (longer.length * (longer.length + 1)) / 2) / (longer.length * shorter.length);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

test('Computes an area of a half without a difference, and of one for a complete difference', () => {
  expect(areaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5);
  expect(areaUnderCurve([4, 5], [1, 2, 3])).toBe(1);
  expect(areaUnderCurve([1, 2], [3, 4])).toBe(0);
});

describe.each(bothEngines)('Enumeration on %s', (engine) => {
  let api: TestApi;
  const person = { firstname: 'Ada', lastname: 'Obi', password: 'correct horse battery' };
  /** One for each lane, so that lanes do not wait for the same row. */
  const known = Array.from({ length: 5 }, (_, lane) => `known${lane}@example.com`);
  /** Pending accounts that a stranger made for taken and for free addresses. */
  const strangers = new Map<string, { id: string; access: string }>();
  const strangersPassword = 'the password of a stranger';
  const freeOf = (email: string) => `free-${email}`;

  async function signUpAsStranger(email: string): Promise<void> {
    const signup = await api.post('/user/', { ...person, email, password: strangersPassword });
    const login = await api.post('/token/', { email, password: strangersPassword });
    const { access } = login.body as { access: string };
    strangers.set(email, { id: (signup.body as { id: string }).id, access });
  }

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, answerInSteps });
    for (const email of known) {
      const { body } = await api.post('/user/', { ...person, email });
      await api.product.outbox.flush();
      const mails = await mailsIn(api.product.config.dataDir);
      const code = codeIn(mails.findLast(({ to }) => to === email));
      expect((await api.post('/user/verify/', { id: (body as { id: string }).id, code })).status).toBe(200);
      await signUpAsStranger(email);
      await signUpAsStranger(freeOf(email));
    }
  });
  afterAll(() => api.product.dispose());

  const strangerOf = (email: string) => strangers.get(email) ?? { id: '', access: '' };
  const probes: Record<string, (email: string) => ReturnType<TestApi['post']>> = {
    'login as pending': (email) => api.post('/token/', { email, password: strangersPassword }),
    'me as pending': (email) =>
      api.request('/user/me/', { headers: { authorization: `Bearer ${strangerOf(email).access}` } }),
    'verify as pending': (email) =>
      api.post('/user/verify/', { email, id: strangerOf(email).id, code: 'AAAAAAAA' }),
    'resend as pending': (email) =>
      api.post('/user/resend-registration-code/', { email, id: strangerOf(email).id }),
  };

  const requests: Record<string, (email: string) => ReturnType<TestApi['post']>> = {
    'forgot-password': (email) => api.post('/user/forgot-password/', { email }),
    'resend-registration-code': (email) => api.post('/user/resend-registration-code/', { email }),
    signup: (email) => api.post('/user/', { ...person, email }),
    login: (email) => api.post('/token/', { email, password: 'wrong password' }),
    'verify-password': (email) =>
      api.post('/user/verify-password/', { code: 'AAAAAAAA', request_token: requestTokens.get(email) }),
    verify: (email) => api.post('/user/verify/', { email, code: 'AAAAAAAA' }),
    ...probes,
  };

  /** Request tokens of resets by address; only the try of a code is measured. */
  const requestTokens = new Map<string, string>();
  const prepared: Record<string, (email: string) => Promise<void>> = {
    'verify-password': async (email) => {
      const { body } = await api.post('/user/forgot-password/', { email });
      requestTokens.set(email, (body as { request_token: string }).request_token);
    },
  };

  test.each(Object.keys(requests))(
    'Answers %s alike in content and time for known and unknown addresses',
    async (name) => {
      const request = requests[name];
      if (!request) throw new Error(name);
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      const answers = { known: new Set<string>(), unknown: new Set<string>() };
      const measure = async (email: string, kind: 'known' | 'unknown') => {
        await prepared[name]?.(email);
        const began = performance.now();
        const { status, headers, body } = await request(email);
        times[kind].push(performance.now() - began);
        // The answer to a sign-up repeats the request, and has a new id each time.
        const text = JSON.stringify([status, [...headers], body])
          .replaceAll(email, 'ADDRESS')
          .replace(/eyJ[\w.-]+|nb[rd]_[\w-]+/g, 'TOKEN')
          .replace(/"date_joined":"[^"]+"/, 'DATE')
          .replace(/nbq_[\w.-]+/g, 'HALF')
          .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');
        answers[kind].add(text);
      };
      let begun = 0;
      const runLane = async (email: string): Promise<void> => {
        while (begun < pairs) {
          const pair = (begun += 1);
          const both = [
            () => measure(email, 'known'),
            () => measure(name in probes ? freeOf(email) : `unknown-${name}-${pair}@example.com`, 'unknown'),
          ];
          // In turn, so that a drift of the machine's speed affects both.
          for (const one of pair % 2 === 0 ? both : both.toReversed()) await one();
        }
      };
      await Promise.all(known.slice(0, lanes[name]).map(runLane));
      const area = areaUnderCurve(times.known, times.unknown);
      console.log(
        `${engine} ${name}: ${pairs} pairs, area under the curve ${area.toFixed(4)}, median known ${median(times.known).toFixed(2)} ms, ` +
          `unknown ${median(times.unknown).toFixed(2)} ms, ${new Set([...answers.known, ...answers.unknown]).size} kind of answer`,
      );
      expect(answers.known).toEqual(answers.unknown);
      expect(answers.known.size).toBe(1);
      expect(area).toBeGreaterThan(0.45);
      expect(area).toBeLessThan(0.55);
    },
    1_800_000,
  );
});
