import { hash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, type BrotliOptions } from 'node:zlib';
import { beforeAll, expect, test, vi } from 'vitest';
import { decode } from '../../../../../tests/support/decode-body.ts';
import { compressWithDictionaryQuickly } from './compress.ts';
import { page, startServer, type TestServer } from '../gateway/testing.ts';
import type { Answer } from '../render/rendered-response.ts';

vi.mock('./compress.ts', { spy: true });

const template = page('').body;
const older = Buffer.from(`<!doctype html><title>${'Another build. '.repeat(100)}`);
const oldest = Buffer.from(`<!doctype html><title>${'The build before. '.repeat(100)}`);
const path = '/_astro/dictionary.aBcD-_12.txt';
const offerOf = (bytes: Buffer) => `:${hash('sha256', bytes, 'base64')}:`;
const both = 'gzip, deflate, br, zstd, dcb, dcz';
const chromium = { 'accept-encoding': both, 'available-dictionary': offerOf(template) };
let clientFolder: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dictionary-'));
  clientFolder = join(folder, 'client');
  await mkdir(join(clientFolder, '_astro'), { recursive: true });
  await writeFile(join(clientFolder, path), template);
  await writeFile(join(clientFolder, '_astro/dictionary.aBcD-_11.txt'), older);
  await writeFile(join(clientFolder, '_astro/dictionary.aBcD-_10.txt'), oldest);
  await writeFile(join(folder, 'dictionary-path'), path);
  return () => rm(folder, { recursive: true });
});

/** Node takes a dictionary for brotli; its types do not name it. */
function smallestWith(dictionary: Buffer, body: Buffer): BrotliOptions & { dictionary: Buffer } {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return { params, dictionary };
}

const start = (pages: () => Answer = () => page('Home')): Promise<TestServer> =>
  startServer({ clientFolder, pages: async () => pages() });

test('A page has the same bytes in every coding, from the first request on', async () => {
  for (const first of [chromium, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }, {}]) {
    const { get } = await start();
    await get('/', first);
    const seen = new Set<string>();
    for (const accepted of [both, 'dcb', 'dcz', 'br', 'gzip', 'identity', 'gzip, dcz']) {
      const answer = await get('/', { ...chromium, 'accept-encoding': accepted });
      const coding = answer.headers['content-encoding'] ?? 'identity';
      seen.add(`${coding} ${answer.headers.etag}`);
      expect([accepted, decode(answer.body, coding, template).equals(page('Home').body)]).toEqual([
        accepted,
        true,
      ]);
      expect(answer.headers.vary).toBe('save-data, accept-encoding, available-dictionary');
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
    }
    // Each coding has its own tag: dcb, dcz, br, gzip and identity.
    expect(seen.size).toBe(5);
  }
});

test('A browser with a dictionary gets it used at once, and as small as possible when the page has lasted', async () => {
  const text = Array.from({ length: 400 }, (_, index) => `<p>Text ${hash('sha256', String(index))}</p>`).join(
    '',
  );
  const body = Buffer.concat([template, Buffer.from(text)]);
  const { get } = await start(() => ({ ...page('Home'), body }));
  const first = await get('/', chromium);
  expect(first.headers['content-encoding']).toBe('dcz');
  expect(first.body.length).toBeLessThan(body.length);
  const ask = async () => (await get('/', chromium)).body;
  const smallest = brotliCompressSync(body, smallestWith(template, body)).length + 36;
  const clock = vi.spyOn(performance, 'now');
  const now = performance.now();
  try {
    clock.mockReturnValue(now + 4_000);
    await ask();
    expect(await ask()).toEqual(first.body);
    clock.mockReturnValue(now + 10_000);
    await vi.waitFor(async () => expect((await ask()).length).toBe(smallest), 5_000);
    expect(decode(await ask(), 'dcb', template)).toEqual(body);
  } finally {
    clock.mockRestore();
  }
});

test('Uses the dictionary of an earlier build, and its own bytes with it', async () => {
  const { get } = await start(() => ({ ...page('Home'), body: Buffer.concat([older, template]) }));
  const answer = await get('/', { ...chromium, 'available-dictionary': offerOf(older) });
  const coding = answer.headers['content-encoding'] ?? '';
  expect(['dcb', 'dcz']).toContain(coding);
  expect(decode(answer.body, coding, older)).toEqual(Buffer.concat([older, template]));
});

test('Sends a browser with the dictionary of an earlier build only what the next one adds to it', async () => {
  const { get } = await start();
  const asked = { 'accept-encoding': both, 'available-dictionary': offerOf(older) };
  const { headers, body } = await get(path, asked);
  expect(headers['content-encoding']).toBe('dcz');
  expect(decode(body, 'dcz', older).equals(template)).toBe(true);
  expect(headers.vary).toBe('accept-encoding, available-dictionary');
  const unknown = await get(path, { ...asked, 'available-dictionary': offerOf(randomBytes(8)) });
  expect(unknown.headers['content-encoding']).toBeUndefined();
});

test('Compresses a page for two dictionaries at most, one of which is that of this build, and for each of them once', async () => {
  for (const others of [
    [older, oldest],
    [oldest, older],
  ]) {
    const { get } = await start();
    const codingFor = async (dictionary: Buffer) => {
      const asked = { 'accept-encoding': 'br, dcz', 'available-dictionary': offerOf(dictionary) };
      const { body, headers } = await get('/', asked);
      const coding = headers['content-encoding'] ?? 'identity';
      expect(decode(body, coding, dictionary).equals(page('Home').body)).toBe(true);
      return coding;
    };
    vi.mocked(compressWithDictionaryQuickly).mockClear();
    for (let times = 0; times < 5; times += 1) {
      const codings = [];
      for (const dictionary of [...others, template]) codings.push(await codingFor(dictionary));
      expect(codings).toEqual(['dcz', 'br', 'dcz']);
    }
    expect(compressWithDictionaryQuickly).toHaveBeenCalledTimes(2);
  }
});

test('Sends plain brotli for a dictionary that is unknown, cut, changed or not one at all', async () => {
  const { get } = await start();
  const good = offerOf(template);
  const wrong = [
    '', ':', '::', good.slice(0, -1), good.slice(1), good.slice(1, -1), good.toUpperCase(), `${good};a=1`, `${good}, ${good}`,
    `:${'A'.repeat(44)}:`, `:${'='.repeat(44)}:`, `"${good}"`, `:${'A'.repeat(10_000)}:`, '__proto__', 'constructor',
    good.replace(/.(?==)/, (last) => (last === 'A' ? 'B' : 'A')),
    ...Array.from({ length: 500 }, () => offerOf(randomBytes(8))),
    ...Array.from({ length: 200 }, (_, length) => randomBytes(length).toString('base64')),
  ]; // prettier-ignore
  for (const field of wrong) {
    const answer = await get('/', { ...chromium, 'available-dictionary': field });
    expect([field, answer.headers['content-encoding'], answer.status]).toEqual([field, 'br', 200]);
    expect(decode(answer.body, 'br', template).equals(page('Home').body)).toBe(true);
  }
});

test('Says that nothing has changed to a browser that has the page in the coding it would be sent, or an ordinary one', async () => {
  const { get } = await start();
  const plain = await get('/', { 'accept-encoding': 'gzip, br' });
  const dictionary = await get('/', chromium);
  const ask = async (etag = '', headers: Record<string, string> = chromium) =>
    (await get('/', { ...headers, 'if-none-match': etag })).status;
  expect(dictionary.headers.etag).not.toBe(plain.headers.etag);
  expect(await ask(dictionary.headers.etag)).toBe(304);
  expect(await ask(plain.headers.etag)).toBe(304);
  expect(await ask('"another"')).toBe(200);
  // Without its dictionary a browser cannot read what it has.
  expect(await ask(dictionary.headers.etag, { 'accept-encoding': 'gzip, br' })).toBe(200);
});

test('HEAD has the fields of GET', async () => {
  const { get } = await start();
  await get('/', chromium);
  const { headers, body } = await get('/', chromium, 'HEAD');
  expect([headers['content-encoding'], body.length]).toEqual(['dcz', 0]);
});

test('An answer that is for one person, an error and a card for other sites are not coded with a dictionary', async () => {
  const answers: Answer[] = [
    { ...page('Own'), headers: [['content-type', 'text/html'], ['cache-control', 'no-store']] }, // prettier-ignore
    { ...page('Gone'), status: 404 },
    { ...page('Card'), embed: true },
    { ...page('Feed'), headers: [['content-type', 'application/atom+xml']] },
  ];
  for (const rendered of answers) {
    const { get } = await start(() => rendered);
    for (let times = 0; times < 2; times += 1) {
      const { headers } = await get('/', chromium);
      expect(headers['content-encoding']).toBe('br');
      expect(headers.vary).not.toContain('available-dictionary');
    }
  }
});

test('A page names the dictionary, but on the first page of a visit not to a browser that saves data', async () => {
  const { get } = await start();
  const linkFor = async (headers: Record<string, string>) => (await get('/', headers)).headers.link;
  const link = `<${path}>; rel="compression-dictionary"`;
  expect(await linkFor({})).toBe(link);
  expect(await linkFor({ 'save-data': 'on' })).toBe(undefined);
  expect(await linkFor({ 'save-data': 'on', 'sec-fetch-site': 'cross-site' })).toBe(undefined);
  expect(await linkFor({ 'save-data': 'on', 'sec-fetch-site': 'same-origin' })).toBe(link);
  const { headers, body } = await get(path);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': 'match="/*", match-dest=("document" "")',
  });
  expect(body).toEqual(template);
});

test('A build without a dictionary sends what it sent before', async () => {
  const { get } = await startServer();
  const { headers } = await get('/', chromium);
  expect([headers['content-encoding'], headers.link, headers.vary]).toEqual([
    'br',
    undefined,
    'save-data, accept-encoding',
  ]);
});

test('A page names its charset', async () => {
  const { get } = await startServer();
  expect((await get('/')).headers['content-type']).toBe('text/html; charset=utf-8');
});
