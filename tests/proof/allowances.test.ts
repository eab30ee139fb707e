// Property: an account that sends requests at full speed gets its quota (docs/limits.md); the rest is refused with
// the time to wait.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { tokenPairSchema } from '../../src/lib/shared/schemas/accounts.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

const seconds = scaled(10);
const password = 'correct horse battery';
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off' });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Heard {
  status: number;
  retryAfter: number;
  body: unknown;
}

async function send(
  method: string,
  path: string,
  body: Record<string, string>,
  access?: string,
): Promise<Heard> {
  const answer = await fetch(`${server.origin}/api/v1${path}`, {
    method,
    headers: { ...(access !== undefined && { authorization: `Bearer ${access}` }) },
    body: new URLSearchParams(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get('retry-after')),
    body: text === '' ? null : JSON.parse(text),
  };
}

/** Enough requests to exceed every quota here, also on a slow machine. */
const minRequests = 80;

/** Repeats a request, some at a time. @returns the answers */
async function flood(ask: (index: number) => Promise<Heard>, atOnce = 16): Promise<Heard[]> {
  const answers: Heard[] = [];
  const until = Date.now() + seconds * 1_000;
  let index = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (Date.now() < until || index < minRequests) answers.push(await ask(index++));
    }),
  );
  return answers;
}

function tally(what: string, answers: Heard[]): { done: number; refused: Heard[] } {
  const done = answers.filter(({ status }) => status < 300).length;
  const refused = answers.filter(({ status }) => status === 429);
  const others = answers.filter(({ status }) => status >= 300 && status !== 429);
  console.log(
    `${what}: ${done} done (${(done / seconds).toFixed(1)}/s), ${refused.length} refused with 429, ${others.length} otherwise, in ${seconds} s`,
  );
  expect(others).toEqual([]);
  return { done, refused };
}

async function signUp(email: string, { verified }: { verified: boolean }) {
  await send('POST', '/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
  const login = await send('POST', '/token/', { email, password });
  let pair = tokenPairSchema.parse(login.body);
  if (verified) {
    await expect.poll(async () => (await mailsIn(dataDir)).some(({ to }) => to === email)).toBe(true);
    const code = codeIn((await mailsIn(dataDir)).findLast(({ to }) => to === email));
    const answer = await send('POST', '/user/verify/', { email, code });
    pair = z.object({ data: tokenPairSchema }).parse(answer.body).data;
  }
  const [, claims = ''] = pair.access.split('.');
  const { user_id: id } = z
    .object({ user_id: z.string() })
    .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  return { ...pair, id };
}

test('Lists five apps for one account that asks at full speed', { timeout: 120_000 }, async () => {
  const { access } = await signUp('lister@example.com', { verified: true });
  const answers = await flood((index) =>
    send(
      'POST',
      '/app/',
      { name: `Flood ${index}`, description: 'An app.', website: 'https://myapp.ng' },
      access,
    ),
  );
  const { done, refused } = tally('listings', answers);
  expect(done).toBe(5);
  expect(refused.every(({ retryAfter }) => retryAfter > 0)).toBe(true);
});

test('Allows an unverified account twenty changes of its profile', { timeout: 120_000 }, async () => {
  const { access, id } = await signUp('changer@example.com', { verified: false });
  const answers = await flood((index) =>
    send('PATCH', `/user/${id}/`, { about_me: `Text ${index}` }, access),
  );
  expect(tally('profile changes of an unverified account', answers).done).toBe(20);
});

test('Allows sixty refreshes of a session, then one a minute', { timeout: 120_000 }, async () => {
  let { refresh } = await signUp('refresher@example.com', { verified: true });
  const answers = await flood(async () => {
    const answer = await send('POST', '/token/refresh/', { refresh });
    if (answer.status === 200) ({ refresh } = tokenPairSchema.parse(answer.body));
    return answer;
  }, 1);
  const { done } = tally('refreshes', answers);
  expect(done).toBeGreaterThanOrEqual(60);
  expect(done).toBeLessThanOrEqual(62);
});
