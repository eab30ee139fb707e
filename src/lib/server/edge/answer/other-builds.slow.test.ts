import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { precompress } from '../../../../../scripts/precompress.ts';
import { startServer, type TestServer } from '../gateway/testing.ts';
import { openDiskStorage } from '../../platform/storage/disk.ts';
import type { BuildObjects } from '../../platform/storage/build-objects.ts';

const day = 24 * 60 * 60_000;
const secret = new Uint8Array(32).fill(7);
const script = 'export const answer = 42;\n'.repeat(100);
const shared = '/_astro/shared.aBcD-_12.js';
const [one, other, none] = [1, 2, 3].map((digit) => `/_astro/page.aaaaaaa${digit}.js`) as [
  string,
  string,
  string,
];

let folder: string;
let objects: BuildObjects;
/** How often the storage was asked. */
let asked: { lists: number; reads: number };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'builds-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { builds } = await openDiskStorage(join(folder, 'media'));
  asked = { lists: 0, reads: 0 };
  objects = {
    ...builds,
    list: () => ((asked.lists += 1), builds.list()),
    read: (name) => ((asked.reads += 1), builds.read(name)),
  };
});

/** A node of a build with these files. */
async function startNode(
  paths: readonly string[],
  { clock = Date.now, key = secret }: { clock?: () => number; key?: Uint8Array } = {},
) {
  const clientFolder = await mkdtemp(join(folder, 'client-'));
  await mkdir(join(clientFolder, '_astro'));
  for (const path of paths) await writeFile(join(clientFolder, path), `${script}// ${path}`);
  await precompress(clientFolder);
  const node = await startServer({
    clientFolder,
    clock,
    builds: { objects, secret: key },
    pages: async () => ({ status: 404, headers: [], body: Buffer.from('No page.') }),
  });
  const { otherBuilds } = node.server;
  if (!otherBuilds) throw new Error('Nothing is shared.');
  return { ...node, builds: otherBuilds };
}

async function sent({ get }: Pick<TestServer, 'get'>, path: string, headers: Record<string, string> = {}) {
  const { date, ...answer } = (await get(path, headers)).headers;
  expect(date).toBeDefined();
  return answer;
}

test('Sends a hashed file of another build exactly as the node of that build does', async () => {
  const node = await startNode([shared, one]);
  const next = await startNode([shared, other]);
  expect([await node.builds.publish(), await next.builds.publish()]).toEqual([true, true]);
  for (const accepted of ['identity', 'gzip', 'br']) {
    const headers = { 'accept-encoding': accepted };
    const own = await sent(next, other, headers);
    expect(await sent(node, other, headers)).toEqual(own);
    expect(own).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const again = await node.get(other, { ...headers, 'if-none-match': own.etag ?? '' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  }
  const answer = await node.get(other, { 'accept-encoding': 'br' });
  expect(brotliDecompressSync(answer.body).toString()).toBe(`${script}// ${other}`);
  expect((await node.get(other, {}, 'HEAD')).status).toBe(200);
  expect((await node.get(other, {}, 'POST')).status).toBe(405);
});

test('Asks the storage once for a thousand names that no build has', async () => {
  // It asks again after some seconds, which a busy machine needs for a thousand requests.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  const node = await startNode([one]);
  const next = await startNode([other]);
  await next.builds.publish();
  asked.lists = 0;
  const names = Array.from(
    { length: 1_000 },
    (_, index) => `/_astro/page.${String(index).padStart(8, '0')}.js`,
  );
  for (let from = 0; from < names.length; from += 50) {
    const answers = await Promise.all(names.slice(from, from + 50).map((path) => node.get(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  }
  expect(asked).toEqual({ lists: 1, reads: 1 });
  expect((await node.get(other)).status).toBe(200);
  expect(asked).toEqual({ lists: 1, reads: 1 });
});

test('Does not ask the storage for a name that no build can have', async () => {
  const node = await startNode([one]);
  for (const path of [
    '/_astro/',
    '/_astro/page.js',
    '/_astro/a/page.aaaaaaa2.js',
    '/_astro/page.aaaaaaa2.js.br',
  ])
    expect((await node.get(path)).status).toBe(404);
  expect((await node.get('/page.aaaaaaa2.js')).status).toBe(404);
  expect(asked.lists).toBe(0);
});

test('Finds a build at once that another node announces', async () => {
  const node = await startNode([one]);
  expect((await node.get(other)).status).toBe(404);
  const next = await startNode([other]);
  await next.builds.publish();
  expect((await node.get(other)).status).toBe(404);
  await node.builds.look();
  expect((await node.get(other)).status).toBe(200);
  expect((await node.get(none)).status).toBe(404);
});

test('Serves nothing that was stored without the secret', async () => {
  const node = await startNode([one]);
  const stranger = await startNode([other], { key: new Uint8Array(32).fill(8) });
  await stranger.builds.publish();
  expect((await node.get(other)).status).toBe(404);
  const [stored] = await objects.list();
  const bytes = await objects.read(stored?.name ?? '');
  const next = await startNode([other]);
  await next.builds.publish();
  const mine = (await objects.list()).find(({ name }) => name !== stored?.name);
  await objects.put(mine?.name ?? '', Buffer.concat([bytes ?? Buffer.alloc(0), Buffer.from('more')]));
  await node.builds.look();
  expect((await node.get(other)).status).toBe(404);
  expect(node.logged().filter(({ level }) => level === 'warn')).toHaveLength(2);
});

test('Keeps a build while a node runs it and for 30 days after, and then removes it', async () => {
  let now = Date.now();
  const clock = () => now;
  const node = await startNode([one], { clock });
  const next = await startNode([other], { clock });
  await node.builds.publish();
  const [before] = await objects.list();
  // The disk sets the modification time itself.
  const anHourAgo = new Date(Date.now() - 60 * 60_000);
  await utimes(join(folder, 'media', 'builds', before?.name ?? ''), anHourAgo, anHourAgo);
  now += 2 * day;
  await node.builds.sweep();
  const [renewed] = await objects.list();
  expect(renewed?.modified).toBeGreaterThan(anHourAgo.getTime());
  await next.builds.publish();
  now += 27 * day;
  await next.builds.sweep();
  expect(await objects.list()).toHaveLength(2);
  now += 2 * day;
  await next.builds.sweep();
  expect((await objects.list()).map(({ name }) => name)).not.toContain(before?.name);
  // The node's own build is as old and still there.
  expect(await objects.list()).toHaveLength(1);
});

test('Answers 503 where the storage does not answer, and logs it once for all who ask', async () => {
  objects.list = () => Promise.reject(new Error('The bucket is away.'));
  const node = await startNode([one]);
  const answers = await Promise.all([one, other, none].map((path) => node.get(path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 503]);
  expect(answers[1]?.headers['retry-after']).toBe('5');
  expect(node.logged().filter(({ level }) => level === 'warn')).toHaveLength(1);
});
