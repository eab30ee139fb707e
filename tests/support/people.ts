// Accounts with a session, made through the API.
import { accessClaimsSchema } from '../../src/lib/shared/schemas/accounts.ts';
import { codeIn, mailsIn } from './mailbox.ts';
import type { TestApi } from './test-api.ts';

export interface Person {
  id: string;
  email: string;
  access: string;
}

/** Reads the id of the session from an access token. */
export function sessionOf(access: string): string {
  const claims: unknown = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString());
  return accessClaimsSchema.parse(claims).sid;
}

let counter = 0;

export async function createPerson(api: TestApi, { verified = true } = {}): Promise<Person> {
  counter += 1;
  const email = `person${counter}@example.com`;
  const password = 'correct horse battery';
  const signup = await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
  if (signup.status !== 201) throw new Error(`Signing up: ${JSON.stringify(signup.body)}`);
  let { access } = (await api.post('/token/', { email, password })).body as { access: string };
  if (verified) {
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.findLast((mail) => mail.to === email));
    const { body } = await api.post('/user/verify/', { email, code });
    access = (body as { data: { access: string } }).data.access;
  }
  const { id } = (await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } }))
    .body as { id: string };
  return { id, email, access };
}
