// Steps with second factors, through the API.
import type { Person } from './people.ts';
import type { TestApi } from './test-api.ts';
import { siteUrl } from './test-product.ts';

export const atSite = { origin: siteUrl };

interface Question {
  token: string;
  options: { challenge: string; rp: { id?: string }; rpId?: string; user: { id: string } };
}

/** Begins to add a passkey, and returns the question to it. */
export async function askNewPasskey(
  api: TestApi,
  { access }: Pick<Person, 'access'>,
  password?: string,
): Promise<Question> {
  const { status, body } = await api.post(
    '/user/factors/passkeys/options/',
    { ...(password && { password }) },
    access,
  );
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as Question;
}
