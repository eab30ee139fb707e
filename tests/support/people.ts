// Accounts with a session, made through the API.
import { accessClaimsSchema } from '../../src/lib/shared/schemas/accounts.ts';
import { codeIn, findCode, mailsIn } from './mailbox.ts';
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

/** The code in the newest mail to this address, which no worker has to send. */
async function codeTo(api: TestApi, email: string): Promise<string> {
  const newest = await api.product.db.read
    .selectFrom('outbox')
    .select('text')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const code = findCode(newest?.text ?? '');
  // The text of a sent mail is erased.
  return code ?? codeIn((await mailsIn(api.product.config.dataDir)).findLast(({ to }) => to === email));
}

export async function createPerson(
  api: TestApi,
  { verified = true, email = `person${String((counter += 1))}@example.com` } = {},
): Promise<Person> {
  const password = 'correct horse battery';
  const signup = await api.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
  if (signup.status !== 201) throw new Error(`Signing up: ${JSON.stringify(signup.body)}`);
  const { id } = signup.body as { id: string };
  const entered = verified
    ? await api.post('/user/verify/', { email, code: await codeTo(api, email) })
    : await api.post('/token/', { email, password });
  if (entered.status !== 200) throw new Error(`Logging in: ${JSON.stringify(entered.body)}`);
  const { access } = verified
    ? (entered.body as { data: { access: string } }).data
    : (entered.body as { access: string });
  return { id, email, access };
}
