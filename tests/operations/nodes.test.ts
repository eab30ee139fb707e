// Two nodes on one PostgreSQL and one bucket: what is written at one holds at both, and the database may go away.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { startPostgres } from '../harness/postgres.ts';
import { startServer, type ServerProcess } from '../harness/process.ts';
import { startS3 } from '../harness/s3.ts';
import type { App } from '../harness/shapes.ts';

const folder = await mkdtemp(join(tmpdir(), 'nodes-'));
await chmod(folder, 0o755);
const [postgres, s3] = await Promise.all([startPostgres(join(folder, 'postgres')), startS3()]);
const env = {
  DATABASE_URL: `${postgres.url}/postgres`,
  MEDIA_URL: s3.url('nodes'),
  AUTH_SECRET: 'a secret of nodes, which is long enough',
  ...s3.env,
};
const one = await startServer({ DATA_DIR: join(folder, 'one'), ...env });
const two = await startServer({ DATA_DIR: join(folder, 'two'), SITE_URL: one.origin, ...env });
afterAll(async () => {
  for (const node of [one, two]) await node.stop('SIGKILL');
  await Promise.all([postgres.stop(), s3.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Either node may send a mail. */
async function verified() {
  const form = {
    firstname: 'Ada',
    lastname: 'Obi',
    email: `ada${String((people += 1))}@example.com`,
    password: 'correct horse battery',
  };
  const { body: made } = await one.client.post<{ id: string }>('/user/', form);
  const sent = async () =>
    (await Promise.all([one, two].map(({ mailbox }) => mailbox.to(form.email)))).flat();
  await expect.poll(async () => (await sent()).length).toBe(1);
  const code = (await sent())[0]?.code;
  const { body } = await two.client.post<{ data: { access: string; refresh: string } }>('/user/verify/', {
    email: form.email,
    id: made.id,
    code,
  });
  return { ...form, ...made, ...body.data };
}
let people = 0;
let apps = 0;
async function list(node: ServerProcess, by: Awaited<ReturnType<typeof verified>>): Promise<App> {
  const facts = { name: `Noded ${String((apps += 1))}`, description: 'Shown.', website: 'https://noded.ng' };
  const form = { ...facts, logo: await picture(60 + apps, 60) };
  const { status, body } = await node.client.as(by).post<App>('/app/', form);
  expect(status, body.error).toBe(201);
  return body;
}

test('A write at one node is on the kept pages of the other at once, with its picture', async () => {
  const ada = await verified();
  const app = await list(one, ada);
  const paths = ['/', '/apps', `/app/${app.name_id}`, `/user/${ada.id}`];
  for (let round = 0; round < 5; round += 1) {
    const [writer, reader] = round % 2 ? [two, one] : [one, two];
    for (const path of paths) await reader.client.page(path);
    const description = `Described ${String(round)}.`;
    await writer.client.as(ada).patch(`/app/${app.id}/`, { description });
    for (const path of paths.slice(1)) {
      const isShown = async () => (await reader.client.page(path)).html.includes(description);
      await expect.poll(isShown, { interval: 10, message: path }).toBe(true);
    }
  }
  const bytes = [one, two].map(async ({ client }) => {
    const answer = await client.fetch(new URL(app.logo ?? '').pathname);
    return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')];
  });
  const [first, second] = await Promise.all(bytes);
  expect(first).toEqual(second);
  expect(first?.[0]).toBe(200);
});

test('A session holds at both nodes, and ends at both at once', async () => {
  const ada = await verified();
  const statuses = async () =>
    await Promise.all([one, two].map(async ({ client }) => (await client.as(ada).get('/user/me/')).status));
  expect(await statuses()).toEqual([200, 200]);
  const passwords = { current_password: ada.password, new_password: 'another horse battery' };
  expect((await two.client.as(ada).post(`/user/${ada.id}/change-password/`, passwords)).status).toBe(200);
  expect(await statuses()).toEqual([401, 401]);
});

test('A limit counts at both nodes', async () => {
  const limited = await startServer({
    DATA_DIR: join(folder, 'three'),
    SITE_URL: one.origin,
    ...env,
    RATE_LIMIT: 'on',
  });
  const other = await startServer({
    DATA_DIR: join(folder, 'four'),
    SITE_URL: one.origin,
    ...env,
    RATE_LIMIT: 'on',
  });
  onTestFinished(async () => {
    for (const node of [limited, other]) await node.stop('SIGKILL');
  });
  const ada = await verified();
  for (let number = 0; number < 5; number += 1) await list(number % 2 ? limited : other, ada);
  const facts = { name: 'One too many', description: 'Refused.', website: 'https://noded.ng' };
  expect((await other.client.as(ada).post('/app/', facts)).status).toBe(429);
});

test('While the store is away its pictures are 503, and everything else goes on', async () => {
  const ada = await verified();
  const app = await list(one, ada);
  await s3.pause();
  const { status, headers } = await two.client.fetch(new URL(app.logo ?? '').pathname);
  expect([status, headers.has('retry-after')]).toEqual([503, true]);
  expect((await two.client.page(`/app/${app.name_id}`)).status).toBe(200);
  const sent = { logo: await picture(90, 91) };
  expect((await one.client.as(ada).patch(`/app/${app.id}/`, sent)).status).toBe(503);
  await s3.resume();
  const { body } = await one.client.as(ada).patch<App>(`/app/${app.id}/`, sent);
  expect((await two.client.fetch(new URL(body.logo ?? '').pathname)).status).toBe(200);
});

test('While the database restarts, requests are 503 with Retry-After, and go on afterwards', async () => {
  const ada = await verified();
  const app = await list(one, ada);
  let number = 0;
  // Addresses that nothing has kept.
  const ask = async () => {
    number += 1;
    const { client } = one;
    const answers = [
      client.page(`/search?q=nothing${String(number)}`),
      client.get(`/app/no-such-app-${String(number)}/`),
      client.as(ada).patch(`/app/${app.id}/`, { description: `Version ${String(number)}.` }),
    ];
    return (await Promise.all(answers)).map(({ status, headers }) =>
      status === 503 && headers.has('retry-after') ? 'later' : status,
    );
  };
  expect(await ask()).toEqual([200, 404, 200]);
  await postgres.stop();
  expect(await ask()).toEqual(['later', 'later', 'later']);
  expect((await one.client.fetch('/readyz')).status).toBe(503);
  expect((await one.client.fetch('/healthz')).status).toBe(200);
  await postgres.start();
  await expect.poll(ask, { timeout: 30_000 }).toEqual([200, 404, 200]);
  expect([one, two].map(({ process }) => process.exitCode)).toEqual([null, null]);
});
