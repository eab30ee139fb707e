// Sets up an API with a movable clock, and people who request codes from networks of their own.
import { afterAll, beforeAll, expect } from 'vitest';
import { codeIn, mailsIn } from './mailbox.ts';
import { createTestApi, type TestApi } from './test-api.ts';
import type { EngineName } from './test-product.ts';

export const password = 'correct horse battery';
export const minute = 60_000;

export function useCodes(engine: EngineName) {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
  });
  afterAll(() => api.product.dispose());

  async function codesOf(email: string): Promise<string[]> {
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    return mails.filter(({ to, subject }) => to === email && subject.includes('code')).map(codeIn);
  }
  const lastCode = async (email: string): Promise<string> => (await codesOf(email)).at(-1) ?? '';

  /** Requests come from a network that no test guesses from. */
  async function person(email: string): Promise<void> {
    const home = api.from('198.51.100.1');
    await home.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
    const answer = await home.post('/user/verify/', { email, code: await lastCode(email) });
    expect(answer.status).toBe(200);
  }

  async function ask(from: TestApi, email: string): Promise<string> {
    const { status, body } = await from.post('/user/forgot-password/', { email });
    expect(status).toBe(200);
    return (body as { request_token: string }).request_token;
  }
  const askFrom = (networks: number, prefix: string, email: string) =>
    Promise.all(
      Array.from({ length: networks }, (_, network) => ask(api.from(`${prefix}.${network}.1`), email)),
    );
  const enter = (from: TestApi, code: string, requestToken?: string, email?: string) =>
    from.post('/user/verify-password/', { code, request_token: requestToken, email });

  return {
    get api() {
      return api;
    },
    get now() {
      return now;
    },
    set now(value: number) {
      now = value;
    },
    ask,
    askFrom,
    codesOf,
    enter,
    lastCode,
    person,
  };
}
