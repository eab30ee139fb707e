// Lists and ends a person's sessions as a client of the API.
import { expect } from 'vitest';
import type { OwnSessionJson } from '../../src/lib/shared/schemas/sessions.ts';
import { bearer, password, type TokenPair } from './account-client.ts';
import type { TestApi } from './test-api.ts';

interface Listed {
  results: OwnSessionJson[];
  next: string | null;
  count: number;
}

/** @param current the API of the test file, opened in its `beforeAll` */
export function sessionClient(current: () => TestApi) {
  let people = 0;
  const list = (access: string, query = '') =>
    current().request(`/user/sessions/${query}`, bearer({ access }));
  const listed = async (access: string, query = '') => (await list(access, query)).body as Listed;
  const end = (access: string, body: object) => current().post('/user/sessions/end/', body, access);
  const refresh = (token: string) => current().post('/token/refresh/', { refresh: token });
  const me = async (access: string) => (await current().request('/user/me/', bearer({ access }))).status;

  /** Signs up a new person. @returns the credentials for a login */
  async function credentials(): Promise<{ email: string; password: string }> {
    people += 1;
    const login = { email: `at-home-${String(people)}@example.com`, password };
    await current().post('/user/', { firstname: 'Ada', lastname: 'Obi', ...login });
    return login;
  }

  /** Signs up a new person. @returns a function that logs in once more */
  async function person(): Promise<() => Promise<TokenPair>> {
    const login = await credentials();
    return async () => (await current().post('/token/', login)).body as TokenPair;
  }

  async function expectEnded(pair: TokenPair): Promise<void> {
    expect(await me(pair.access)).toBe(401);
    expect((await refresh(pair.refresh)).status).toBe(401);
    expect(await me(pair.access)).toBe(401);
  }

  return { list, listed, end, refresh, me, credentials, person, expectEnded };
}
