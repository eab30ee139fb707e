// Steps with second factors, through the API.
import type { FactorsJson, SecondFactorJson } from '../../src/lib/shared/schemas/factors/factors.ts';
import { appCode, SoftPasskey } from './authenticator.ts';
import type { Person } from './people.ts';
import type { TestApi } from './test-api.ts';
import { siteUrl } from './test-product.ts';

export const personPassword = 'correct horse battery';
export const atSite = { origin: siteUrl };

export interface Answered {
  error?: string;
  code?: string;
  fields?: Record<string, string>;
  access?: string;
  refresh?: string;
  second_factor?: SecondFactorJson;
}

interface Question {
  token: string;
  options: { challenge: string; rp: { id?: string }; rpId?: string; user: { id: string } };
}

export interface Changed {
  factors: FactorsJson;
  recovery_codes: string[] | null;
}

async function must<Body>(sent: ReturnType<TestApi['request']>): Promise<Body> {
  const { status, body } = await sent;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

/** Begins to add a passkey, and returns the question to it. */
export const askNewPasskey = (api: TestApi, { access }: Pick<Person, 'access'>, password?: string) =>
  must<Question>(api.post('/user/factors/passkeys/options/', { ...(password && { password }) }, access));

export async function addPasskey(
  api: TestApi,
  person: Pick<Person, 'access'>,
  { name = 'Phone', password = personPassword }: { name?: string; password?: string } = {},
): Promise<{ passkey: SoftPasskey } & Changed> {
  const passkey = new SoftPasskey();
  const { token, options } = await askNewPasskey(api, person, password);
  const body = { token, name, passkey: passkey.create(options, atSite) };
  return { passkey, ...(await must<Changed>(api.post('/user/factors/passkeys/', body, person.access))) };
}

/** @param now of the clock of the product */
export async function addApp(
  api: TestApi,
  { access }: Pick<Person, 'access'>,
  now: number,
): Promise<{ secret: string } & Changed> {
  const begun = api.post('/user/factors/authenticator/', { password: personPassword }, access);
  const { secret } = await must<{ secret: string }>(begun);
  const code = appCode(secret, now);
  return {
    secret,
    ...(await must<Changed>(api.post('/user/factors/authenticator/confirm/', { code }, access))),
  };
}

/** Logs in with the password alone. @returns the token of the login that waits for a factor */
export async function passwordOnly(api: TestApi, { email }: Pick<Person, 'email'>): Promise<string> {
  const { status, body } = await api.post('/token/', { email, password: personPassword });
  const { second_factor: pending } = body as Answered;
  if (status !== 403 || !pending) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return pending.token;
}

/** Asks for a passkey. @param token of a login; left out for a passkey alone */
export const askPasskey = (api: TestApi, token?: string) =>
  must<Question>(api.post('/token/factor/options/', { ...(token !== undefined && { token }) }));

export async function completeLogin(
  api: TestApi,
  answer: Record<string, string>,
): Promise<{ status: number; body: Answered }> {
  const { status, body } = await api.post('/token/factor/', answer);
  return { status, body: body as Answered };
}

export const factorsOf = (api: TestApi, { access }: Pick<Person, 'access'>) =>
  must<FactorsJson>(api.request('/user/factors/', { headers: { authorization: `Bearer ${access}` } }));
