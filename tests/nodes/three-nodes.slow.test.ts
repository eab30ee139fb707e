// Three nodes on one database and one bucket see the changes of each other.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster, type NodeCluster } from '../support/cluster.ts';
import { templateName } from '../support/fresh-database.ts';
import { createApp, writeAndReadEverywhere } from '../support/fresh-everywhere.ts';
import { mailsIn } from '../support/mailbox.ts';
import { picture } from '../support/pictures.ts';
import { connect } from '../support/connection.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { startProxy } from '../support/retrying-proxy.ts';
import { startLoad } from '../support/steady-load.ts';
import { postgresUrl } from '../support/postgres-url.ts';

let cluster: NodeCluster;
let access: string;

beforeAll(async () => {
  cluster = await startCluster({ postgresUrl: await postgresUrl(), count: 3, template: templateName });
  access = await signUpRemotely(at(0), ...cluster.nodes.map(({ dataDir }) => dataDir));
}, 180_000);
afterAll(() => cluster.stop());

function at(index: number): string {
  const node = cluster.nodes[index];
  if (!node) throw new Error(`No node ${index}.`);
  return node.origin;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('Shows a write of one node at all nodes as soon as it is acknowledged', async () => {
  const open = () => cluster.nodes.map(({ origin }) => connect(origin));
  const [writers, readers, watchers] = [open(), open(), open()];
  const [first] = writers;
  if (!first) throw new Error('No node.');
  const appId = await createApp(first, access);
  const tally = await writeAndReadEverywhere({ writers, readers, watchers }, access, appId, 40);
  expect(tally).toEqual({ writes: 40, reads: 120, stale: 0 });
  for (const connection of [...writers, ...readers, ...watchers]) connection.close();
});

test('Serves a picture at all nodes that one of them stored', async () => {
  const form = new FormData();
  form.set('name', 'Pictured');
  form.set('description', 'An app with a logo.');
  form.set('website', 'https://pictured.ng');
  form.set('logo', new Blob([new Uint8Array(await picture(200, 200))]), 'logo.png');
  const made = await fetch(`${at(0)}/api/v1/app/`, { method: 'POST', headers: bearer(access), body: form });
  const { logo } = (await made.json()) as { logo: string };
  const path = new URL(logo).pathname;
  const bytes = await Promise.all(
    cluster.nodes.map(async ({ origin }) => {
      const answer = await fetch(origin + path);
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer()).toString('base64');
    }),
  );
  expect(new Set(bytes).size).toBe(1);
  expect(bytes[0]?.length).toBeGreaterThan(100);
});

test('Accepts a session at all nodes, and ends it at all of them at once', async () => {
  const dataDirs = cluster.nodes.map(({ dataDir }) => dataDir);
  const token = await signUpRemotely(at(1), ...dataDirs);
  const password = 'correct horse battery';
  const statuses = (of = token) =>
    Promise.all(
      cluster.nodes.map(
        async ({ origin }) => (await fetch(`${origin}/api/v1/user/me/`, { headers: bearer(of) })).status,
      ),
    );
  const post = (index: number, path: string, body: object) =>
    fetch(`${at(index)}/api/v1${path}`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await statuses()).toEqual([200, 200, 200]);
  const me = await fetch(`${at(0)}/api/v1/user/me/`, { headers: bearer(token) });
  const { id, email } = (await me.json()) as { id: string; email: string };
  const other = (await (await post(0, '/token/', { email, password })).json()) as { access: string };
  expect(await statuses(other.access)).toEqual([200, 200, 200]);
  expect((await post(1, '/user/sessions/end/', { password })).status).toBe(200);
  expect(await statuses(other.access)).toEqual([401, 401, 401]);
  expect(await statuses()).toEqual([200, 200, 200]);
  const changed = await post(2, `/user/${id}/change-password/`, {
    current_password: password,
    new_password: 'another horse battery',
  });
  expect(changed.status).toBe(200);
  expect(await statuses()).toEqual([401, 401, 401]);
});

test('Shows the contact address and the announcement at all nodes once they are set at one', async () => {
  const me = await fetch(`${at(0)}/api/v1/user/me/`, { headers: bearer(access) });
  const { id } = (await me.json()) as { id: string };
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  await client.query(`update users set role = 'admin' where id = $1`, [id]);
  await client.query(`update sessions set factor_at = $1 where user_id = $2`, [Date.now(), id]);
  await client.end();
  const set = async (index: number, path: string, body: object): Promise<void> => {
    const { status } = await fetch(`${at(index)}/api/v1/desk/site/${path}/`, {
      method: 'POST',
      headers: { ...bearer(access), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(status).toBe(200);
  };
  const pages = () =>
    Promise.all(cluster.nodes.map(async ({ origin }) => await (await fetch(`${origin}/terms`)).text()));
  await pages();
  for (let version = 0; version < 6; version += 1) {
    const [email, text] = [`desk${version}@apps.ng`, `Announcement number ${version}`];
    await set(version % 3, 'contact', { version, email });
    for (const page of await pages()) expect(page).toContain(email);
    await set((version + 1) % 3, 'announcement', { version, text });
    for (const page of await pages()) expect(page).toContain(text);
  }
});

test('Sends every mail once', async () => {
  const emails = Array.from({ length: 12 }, (_, index) => `many${index}@example.com`);
  await Promise.all(
    emails.map((email, index) =>
      fetch(`${at(index % 3)}/api/v1/user/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' }),
      }),
    ),
  );
  const sent = async () => {
    const mails = await Promise.all(cluster.nodes.map(({ dataDir }) => mailsIn(dataDir)));
    return mails.flat().flatMap(({ to }) => (to.startsWith('many') ? [to] : []));
  };
  await expect.poll(async () => (await sent()).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(12);
  expect((await sent()).sort()).toEqual(emails.sort());
});

test('Fails no request and shows nothing stale while one node is killed and another restarted', async () => {
  const proxy = await startProxy(cluster.nodes.map(({ origin }) => origin));
  const end = await startLoad({
    origin: proxy.origin,
    access,
    perSecond: 60,
    writesPerSecond: 5,
    staleAfterMs: 100,
  });
  const [, killed, restarted] = cluster.nodes;
  if (!killed || !restarted) throw new Error('No three nodes.');
  await killed.stop('SIGKILL');
  proxy.remove(killed.origin);
  proxy.add((await cluster.startNode()).origin);
  await restarted.stop('SIGTERM');
  proxy.remove(restarted.origin);
  proxy.add((await cluster.startNode()).origin);
  const tally = await end();
  await proxy.stop();
  expect(restarted.process.exitCode).toBe(0);
  expect(tally).toMatchObject({ failed: [], stale: 0 });
  expect(tally.requests).toBeGreaterThan(60);
});
