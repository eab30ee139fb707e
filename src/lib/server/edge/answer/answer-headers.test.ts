// Every kind of answer that leaves the server, and the header fields that it must have.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../render/rendered-response.ts';
import { page, sendBytes, startServer, type Received, type TestServer } from '../gateway/testing.ts';

const inlineScript = "document.documentElement.classList.add('js')";
const picture = '0a1b2c3d-96.webp';
const bytes = Buffer.alloc(1_000);

function pages(target: string): Answer {
  if (target === '/broken') throw new Error('This page is broken.');
  if (target === '/moved')
    return { ...page('Moved'), status: 301, headers: [['location', '/']], body: Buffer.alloc(0) };
  if (target === '/feed.xml') return { ...page('Feed'), headers: [['content-type', 'application/xml']] };
  if (target === '/card') return { ...page('Card'), embed: true };
  return { ...page('Home'), status: target === '/lost' ? 404 : 200 };
}

function api(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/v1/broken/') throw new Error('This route is broken.');
  if (pathname === '/api/v1/docs/')
    return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  if (pathname === '/api/v1/refused/') return Response.json({ error: 'No.', fields: {} }, { status: 401 });
  return Response.json({ ok: true });
}

const files: Record<string, string> = {
  'index.js': 'export {};',
  'sw.js': 'self.skipWaiting();',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'terms.html': '<!doctype html><title>Terms</title>',
  'site.webmanifest': '{}',
};

async function start(siteUrl: string, publicUrl?: (key: string) => string): Promise<TestServer> {
  const clientFolder = await mkdtemp(join(tmpdir(), 'naijabuilt-files-'));
  onTestFinished(() => rm(clientFolder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(clientFolder, name), text);
  return await startServer({
    siteUrl,
    clientFolder,
    inlineScripts: [inlineScript],
    pages: async ({ target }) => pages(target),
    api: async (request) => api(request),
    storage: {
      read: async (key, range) => {
        if (key === 'ffffffff-96.webp') throw new Error('The disk is broken.');
        const cut = bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length) + 1);
        return key === picture ? { stream: Readable.from([cut]), size: bytes.length, mtime: 0 } : null;
      },
      ...(publicUrl && { publicUrl }),
    },
  });
}

type Kind = 'page' | 'docs' | 'asset' | 'data';

/** The request, the status, and the policy that the answer must have. */
const answers: [
  what: string,
  path: string,
  status: number,
  kind: Kind,
  method?: string,
  headers?: Record<string, string>,
][] = [
  ['a page', '/', 200, 'page'],
  ['a page without its body', '/', 200, 'page', 'HEAD'],
  ['a page that is not there', '/lost', 404, 'page'],
  ['a page that broke', '/broken', 500, 'page'],
  ['a redirect', '/moved', 301, 'asset'],
  ['a feed', '/feed.xml', 200, 'asset'],
  ['a prerendered page', '/terms', 200, 'page'],
  ['a script', '/index.js', 200, 'asset'],
  ['a service worker', '/sw.js', 200, 'asset'],
  ['a drawing', '/icon.svg', 200, 'asset'],
  ['the manifest', '/site.webmanifest', 200, 'asset'],
  ['an answer of the API', '/api/v1/app/', 200, 'data'],
  ['a write', '/api/v1/app/', 200, 'data', 'POST'],
  ['a refusal of the API', '/api/v1/refused/', 401, 'data'],
  ['a refused write', '/api/v1/refused/', 401, 'data', 'POST'],
  ['a fault of the API', '/api/v1/broken/', 500, 'data'],
  ['a fault of a write', '/api/v1/broken/', 500, 'data', 'POST'],
  ['an answer for one person', '/api/v1/app/', 200, 'data', 'GET', { authorization: 'Bearer valid' }],
  ['a refused token', '/api/v1/app/', 401, 'data', 'GET', { authorization: 'Bearer x' }],
  ["the API's description", '/api/v1/docs/', 200, 'docs'],
  ['a picture', `/media/${picture}`, 200, 'data'],
  ['a part of a picture', `/media/${picture}`, 206, 'data', 'GET', { range: 'bytes=0-9' }],
  [
    'a picture that the browser has',
    `/media/${picture}`,
    304,
    'data',
    'GET',
    { 'if-none-match': `"${picture}"` },
  ],
  ['no part of a picture', `/media/${picture}`, 416, 'data', 'GET', { range: 'bytes=5000-' }],
  ['a picture that is not there', '/media/0a1b2c3d-97.webp', 404, 'data'],
  ['a picture that cannot be read', '/media/ffffffff-96.webp', 503, 'data'],
  ['no picture', '/media/etc/passwd', 404, 'data'],
  ['a path that leads upwards', '/media/../etc/passwd', 400, 'data'],
  ['life', '/healthz', 200, 'data'],
  ['readiness', '/readyz', 200, 'data'],
  ['a bad address', '/%ff', 400, 'page'],
  ['a bad address of the API', '/api/v1/%ff', 400, 'data'],
  ['a long address', `/${'a'.repeat(8_200)}`, 414, 'data'],
  ['a method that is not taken', '/', 405, 'data', 'POST'],
];

function policyOf({ headers }: Received): Map<string, string[]> {
  const policy = String(headers['content-security-policy'] ?? '');
  return new Map(
    policy.split(';').map((part) => [part.trim().split(' ')[0] ?? '', part.trim().split(' ').slice(1)]),
  );
}

test.each(['https://apps.example.ng', 'http://localhost:4321'])(
  'Every answer of %s has the security headers of its kind',
  async (siteUrl) => {
    const { get } = await start(siteUrl);
    for (const [what, path, status, kind, method, headers] of answers) {
      const answer = await get(path, headers, method);
      expect([what, answer.status]).toEqual([what, status]);
      expect([what, answer.headers]).toMatchObject([
        what,
        { 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' },
      ]);
      expect([what, answer.headers['permissions-policy']]).toEqual([
        what,
        expect.stringContaining('camera=()'),
      ]);
      expect([what, answer.headers['strict-transport-security']]).toEqual([
        what,
        siteUrl.startsWith('https:') ? 'max-age=63072000' : undefined,
      ]);
      const policy = policyOf(answer);
      expect([what, policy.get('frame-ancestors')]).toEqual([what, ["'none'"]]);
      const script = policy.get('script-src') ?? policy.get('default-src') ?? ['nothing said'];
      for (const source of script)
        expect([what, source]).toEqual([what, expect.stringMatching(/^(?:'none'|'self'|'sha256-.+')$/)]);
      expect([what, policy.get('require-trusted-types-for')]).toEqual([
        what,
        kind === 'page' ? ["'script'"] : undefined,
      ]);
      expect([what, policy.get('default-src')]).toEqual([
        what,
        kind === 'page' || kind === 'docs' ? ["'self'"] : ["'none'"],
      ]);
      if (kind === 'asset') expect([what, policy.get('connect-src')]).toEqual([what, ["'self'"]]);
      if (kind === 'page' || kind === 'docs') {
        expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
        for (const [name, value] of [
          ['object-src', "'none'"],
          ['base-uri', "'none'"],
          ['form-action', "'self'"],
        ] as const)
          expect([what, policy.get(name)]).toEqual([what, [value]]);
      }
    }
  },
);

test('An embedded card may be framed by any site, and runs no script', async () => {
  const { get } = await start('https://apps.example.ng');
  const policy = policyOf(await get('/card'));
  expect(policy.get('frame-ancestors')).toEqual(['*']);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toBeUndefined();
  expect(policy.get('img-src')).toEqual(["'self'"]);
});

test('The policies of pages, cards and the service worker allow pictures from the bucket', async () => {
  const bucket = 'https://cdn.example.ng';
  const { get } = await start('https://apps.example.ng', (key) => `${bucket}/media/${key}`);
  for (const [path, directive] of [
    ['/', 'img-src'],
    ['/card', 'img-src'],
    ['/sw.js', 'connect-src'],
  ] as const)
    expect([path, policyOf(await get(path)).get(directive)]).toEqual([
      path,
      expect.arrayContaining([bucket]),
    ]);
});

test('Bytes that are not HTTP get a status and no body that could be a document', async () => {
  const { port } = await start('https://apps.example.ng');
  expect(await sendBytes(port, 'hello\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 [^\r]*\r\nconnection: close\r\ncontent-length: 0\r\n\r\n$/,
  );
});
