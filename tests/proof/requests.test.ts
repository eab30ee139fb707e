// Property: a malformed request gets a 4xx in bounded time and memory, and the server keeps running.
import { connect } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsIn } from '../support/mailbox.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-proof-'));
  server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

interface Heard {
  status: number;
  ms: number;
}

/** Sends raw bytes, and waits for the status line. */
function sendRaw(bytes: Buffer | string): Promise<Heard> {
  const { promise, resolve, reject } = Promise.withResolvers<Heard>();
  const began = performance.now();
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () => socket.write(bytes));
  socket.once('data', (chunk) => {
    socket.destroy();
    resolve({
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1]),
      ms: performance.now() - began,
    });
  });
  socket.once('error', reject);
  return promise;
}

function post(path: string, body: Buffer | string, type = 'application/json', more = ''): Promise<Heard> {
  const length = Buffer.byteLength(body);
  const head = `POST /api/v1${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n${more}\r\n`;
  return sendRaw(Buffer.concat([Buffer.from(head), Buffer.from(body)]));
}

const deep = 100_000;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const invalid = Buffer.concat([
  Buffer.from('{"email":"'),
  Buffer.from([0xff, 0xfe, 0xc0]),
  Buffer.from('@b.co","password":"xxxxxxxx"}'),
]);
const cases: [string, () => Promise<Heard>, number[]][] = [
  [`JSON ${deep} arrays deep`, () => post('/token/', '['.repeat(deep) + ']'.repeat(deep)), [400]],
  [
    `JSON ${deep / 5} objects deep`,
    () => post('/token/', '{"a":'.repeat(deep / 5) + '1' + '}'.repeat(deep / 5)),
    [400],
  ],
  ['JSON that does not end', () => post('/token/', '{"email":'), [400]],
  ['a JSON text of 1 MB', () => post('/token/', JSON.stringify({ email: 'x'.repeat(1_000_000) })), [413]],
  ['a form of 1 MB', () => post('/token/', `email=${'x'.repeat(1_000_000)}`, form), [413]],
  [
    'a multipart text of 1 MB',
    () =>
      post(
        '/token/',
        `--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n${'x'.repeat(1_000_000)}\r\n--b--\r\n`,
        'multipart/form-data; boundary=b',
      ),
    [413],
  ],
  ['__proto__', () => post('/token/', '{"__proto__":{"email":"a@b.co","password":"xxxxxxxx"}}'), [400]],
  ['constructor.prototype', () => post('/token/', '{"constructor":{"prototype":{"email":"a@b.co"}}}'), [400]],
  ['invalid UTF-8', () => post('/token/', invalid), [400, 401]],
  [
    'an address in invalid UTF-8',
    () => sendRaw('GET /api/v1/user/%c0%af/ HTTP/1.1\r\nHost: a\r\n\r\n'),
    [400],
  ],
  ['a field twice', () => post('/token/', 'email=a@b.co&email=c@d.co&password=xxxxxxxx', form), [400, 401]],
  [
    'a parameter twice',
    () => sendRaw('GET /api/v1/app/?sort=name&sort=newest HTTP/1.1\r\nHost: a\r\n\r\n'),
    [200, 400],
  ],
  [
    'a header of 64 KB',
    () => sendRaw(`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(65_536)}\r\n\r\n`),
    [431],
  ],
  [
    '5,000 headers',
    () =>
      sendRaw(
        `GET / HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 5_000 }, (_, n) => `X-${n}: a\r\n`).join('')}\r\n`,
      ),
    [431],
  ],
  [
    'two lengths',
    () =>
      sendRaw('POST /api/v1/token/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    [400],
  ],
  [
    'a length and chunks',
    () =>
      sendRaw(
        'POST /api/v1/token/ HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
    [400],
  ],
  ['a line feed in a header', () => sendRaw('GET / HTTP/1.1\r\nHost: a\r\nX-A: a\x0bb\x00\r\n\r\n'), [400]],
  [
    'a boundary that never comes',
    () => post('/app/', 'x'.repeat(1_000), 'multipart/form-data; boundary=b'),
    [400, 401],
  ],
  ['another type', () => post('/token/', '<a/>', 'application/xml'), [415]],
  ['an unknown type of JSON', () => post('/token/', '{}', `${json}; charset=utf-16`), [400, 415]],
];

describe('Malformed requests', () => {
  test.each(cases)('Answers %s with a 4xx', async (name, send, expected) => {
    const { status, ms } = await send();
    console.log(`${name}: ${status} in ${ms.toFixed(0)} ms`);
    expect([name, status]).toEqual([name, expect.toBeOneOf(expected) as number]);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  });

  test('Answers others fast beside 200 bodies that arrive very slowly', async () => {
    const port = Number(new URL(server.origin).port);
    const slow = Array.from({ length: 200 }, () => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `POST /api/v1/token/ HTTP/1.1\r\nHost: a\r\nContent-Type: ${json}\r\nContent-Length: 1000\r\n\r\n{`,
        ),
      );
      socket.on('error', () => undefined);
      return socket;
    });
    const before = server.memory();
    const times: number[] = [];
    for (let asked = 0; asked < 200; asked += 1) {
      const began = performance.now();
      expect((await fetch(`${server.origin}/about`)).status).toBe(200);
      times.push(performance.now() - began);
    }
    const grown = server.memory() - before;
    for (const socket of slow) socket.destroy();
    console.log(
      `200 slow bodies: other pages max ${Math.max(...times).toFixed(0)} ms, ${grown.toFixed(0)} MB more memory`,
    );
    expect(grown).toBeLessThan(100);
  });

  test('Stays below 500 MB of memory after the requests above', () => {
    console.log(`peak memory ${server.peakMemory().toFixed(0)} MB`);
    expect(server.peakMemory()).toBeLessThan(500);
  });
});

describe('Mail', () => {
  const person = { firstname: 'Ada', lastname: 'Obi', password: 'correct horse battery' };
  const signUp = (email: string, headers: Record<string, string> = {}) =>
    fetch(`${server.origin}/api/v1/user/`, {
      method: 'POST',
      headers: { 'content-type': json, ...headers },
      body: JSON.stringify({ ...person, email }),
    });

  test.each([
    'a@b.co\r\nBcc: evil@d.co',
    'a@b.co\nBcc: evil@d.co',
    'a@b.co, evil@d.co',
    '"x" <evil@d.co>',
    'a@b.co%0d%0aBcc: evil@d.co',
    'a@b.co\u2028Bcc:evil@d.co',
  ])('Sends no mail to a second address for %j', async (email) => {
    expect((await signUp(email)).status).toBe(400);
  });

  test('Refuses a name with a line break, and mails no forged host', async () => {
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-forwarded-proto': 'https',
    };
    expect((await signUp('forged@example.com', forged)).status).toBe(201);
    const named = { ...person, firstname: 'Ada\r\nBcc: evil@d.co', email: 'named@example.com' };
    const answer = await fetch(`${server.origin}/api/v1/user/`, {
      method: 'POST',
      headers: { 'content-type': json },
      body: JSON.stringify(named),
    });
    expect(answer.status).toBe(400);
    await expect.poll(async () => (await mailsIn(dataDir)).length, { timeout: 15_000 }).toBe(1);
    const [mail] = await mailsIn(dataDir);
    expect(mail?.raw).not.toContain('evil');
    expect(mail?.text).toContain(`${server.origin}/verify-user`);
    console.log('mail: 6 crafted addresses refused, 1 forged host in no mail, links are those of SITE_URL');
  });
});
