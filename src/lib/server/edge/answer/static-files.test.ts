import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { precompress } from '../../../../../scripts/precompress.ts';
import { startServer } from '../gateway/testing.ts';

const script = 'export const answer = 42;\n'.repeat(100);
let clientFolder: string;

beforeAll(async () => {
  clientFolder = await mkdtemp(join(tmpdir(), 'static-'));
  await mkdir(join(clientFolder, '_astro'));
  await mkdir(join(clientFolder, 'offline'));
  await writeFile(join(clientFolder, '_astro', 'app.Ab12.js'), script);
  await writeFile(join(clientFolder, 'icon.png'), Buffer.alloc(2_000, 7));
  await writeFile(join(clientFolder, 'sw.js'), script);
  await writeFile(join(clientFolder, 'manifest.webmanifest'), '{}');
  await writeFile(join(clientFolder, 'offline', 'index.html'), '<p>offline</p>');
  await precompress(clientFolder);
  return () => rm(clientFolder, { recursive: true });
});

test('A hashed file is sent as the build compressed it, and marked as immutable', async () => {
  const { get } = await startServer({ clientFolder });
  const br = await get('/_astro/app.Ab12.js', { 'accept-encoding': 'br, gzip' });
  const gzip = await get('/_astro/app.Ab12.js', { 'accept-encoding': 'gzip' });
  const plain = await get('/_astro/app.Ab12.js');
  expect([brotliDecompressSync(br.body).toString(), gunzipSync(gzip.body).toString(), plain.text]).toEqual([
    script,
    script,
    script,
  ]);
  expect(br.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  });
  expect(
    (await get('/_astro/app.Ab12.js', { 'accept-encoding': 'br', 'if-none-match': br.headers.etag ?? '' }))
      .status,
  ).toBe(304);
});

test('A file that compression does not shrink is sent uncompressed', async () => {
  const { get } = await startServer({ clientFolder });
  const answer = await get('/icon.png', { 'accept-encoding': 'br' });
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '2000',
    'cache-control': 'public, max-age=3600',
  });
  expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
});

test('A file without a hash is revalidated at each use', async () => {
  const { get } = await startServer({ clientFolder });
  for (const path of ['/sw.js', '/manifest.webmanifest', '/offline']) {
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  }
});

test('A prerendered page is found at its address, with the headers of a page', async () => {
  const { get } = await startServer({ clientFolder });
  for (const path of ['/offline', '/offline/', '/offline/index.html']) {
    const answer = await get(path);
    expect([answer.text, answer.headers['content-type']]).toEqual([
      '<p>offline</p>',
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
  }
});

test('Sends nothing outside the folder, and no compressed file by its own name', async () => {
  const { get } = await startServer({
    clientFolder,
    pages: async () => ({ status: 404, headers: [], body: Buffer.alloc(0) }),
  });
  for (const path of ['/_astro/app.Ab12.js.br', '/_astro', '/_astro/'])
    expect((await get(path)).status).toBe(404);
  for (const path of ['/../package.json', '/..%2fpackage.json']) expect((await get(path)).status).toBe(400);
});

test('Refuses writes to a file', async () => {
  const { get } = await startServer({ clientFolder });
  expect((await get('/icon.png', {}, 'POST')).status).toBe(405);
  expect((await get('/icon.png', {}, 'HEAD')).headers['content-length']).toBe('2000');
});

test('Keeps two folders separate', async () => {
  const other = await mkdtemp(join(tmpdir(), 'static-'));
  onTestFinished(() => rm(other, { recursive: true }));
  const { get } = await startServer({ clientFolder: other });
  expect((await get('/icon.png')).headers['content-type']).toBe('text/html; charset=utf-8');
});
