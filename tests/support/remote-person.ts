// People as in people.ts, but over HTTP, with the outbox folder of a server in another process.
import { codeIn, mailsIn } from './mailbox.ts';

let counter = 0;
const password = 'correct horse battery';

async function post(url: string, json: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  if (!answer.ok) throw new Error(`POST ${url}: ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

/**
 * Signs up and verifies. The server must run with RATE_LIMIT=off.
 * @param dataDirs of all nodes, because any node may send the mail
 * @returns an access token
 */
export async function signUpRemotely(origin: string, ...dataDirs: string[]): Promise<string> {
  counter += 1;
  const email = `remote${process.pid}x${counter}@example.com`;
  const api = `${origin}/api/v1`;
  await post(`${api}/user/`, { firstname: 'Ada', lastname: 'Obi', email, password });
  for (let tries = 0; tries < 200; tries += 1) {
    const mails = (await Promise.all(dataDirs.map(mailsIn))).flat();
    const mail = mails.findLast((one) => one.to === email);
    if (mail) {
      const { data } = (await post(`${api}/user/verify/`, { email, code: codeIn(mail) })) as {
        data: { access: string };
      };
      return data.access;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('No mail came within 10 s.');
}
