// Sign-ups, codes and sessions as a client of the API makes them.
import { expect } from 'vitest';
import { codeIn, mailsIn, type ReadMail } from './mailbox.ts';
import type { TestApi } from './test-api.ts';

export interface TokenPair {
  access: string;
  refresh: string;
}

export const password = 'correct horse battery';

export const bearer = ({ access }: Pick<TokenPair, 'access'>) => ({
  headers: { authorization: `Bearer ${access}` },
});

interface SignUpOptions {
  /** The API as the client's network sees it. */
  by?: TestApi;
  own?: string;
}

/** @param current the API of the test file, which its `beforeAll` opens */
export function accountClient(current: () => TestApi) {
  /** Oldest first. */
  async function mailsTo(email: string): Promise<ReadMail[]> {
    const { outbox, config } = current().product;
    await outbox.flush();
    return (await mailsIn(config.dataDir)).filter(({ to }) => to.toLowerCase() === email.toLowerCase());
  }
  const lastMailTo = async (email: string) => (await mailsTo(email)).at(-1);
  const codeTo = async (email: string) => codeIn(await lastMailTo(email));

  const person = (email: string, own = password) => ({
    firstname: 'Ada',
    lastname: 'Obi',
    email,
    password: own,
  });
  const signUp = (email: string, { by = current(), own = password }: SignUpOptions = {}) =>
    by.post('/user/', person(email, own));

  /** Signs up. @returns the id of the new account */
  async function signedUp(email: string, options?: SignUpOptions): Promise<string> {
    const { status, body } = await signUp(email, options);
    expect(status).toBe(201);
    return (body as { id: string }).id;
  }

  /** Signs up and enters the code of the mail. */
  async function verified(email: string): Promise<{ id: string; pair: TokenPair }> {
    const id = await signedUp(email);
    const { status, body } = await current().post('/user/verify/', { id, code: await codeTo(email) });
    expect(status).toBe(200);
    return { id, pair: (body as { data: TokenPair }).data };
  }

  const logIn = async (email: string, own = password): Promise<TokenPair> =>
    (await current().post('/token/', { email, password: own })).body as TokenPair;
  const me = (access: string) => current().request('/user/me/', bearer({ access }));

  return { mailsTo, lastMailTo, codeTo, person, signUp, signedUp, verified, logIn, me };
}
