// npm run doctor: the client address that the server sees behind each kind of proxy. All proxies listen on loopback.
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { lineOf } from '../../src/lib/server/doctor/index.ts';
import { findInProxy } from '../../src/lib/server/doctor/proxy-findings.ts';
import { loadAuthSecret } from '../../src/lib/server/platform/security/auth-secret.ts';
import { listen } from '../support/listen.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

/** @returns a server that runs until the test ends, and its secret */
async function start(env: Record<string, string>): Promise<[ServerProcess, Uint8Array]> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-proxied-'));
  const dataDir = join(folder, 'data');
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', ...env });
  onTestFinished(async () => {
    await server.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return [server, loadAuthSecret(undefined, dataDir)];
}

test('Finds a proxy that makes all visitors look like one, or lets anybody pose as another', async () => {
  const [site, secret] = await start({ TRUST_PROXY: 'on' });
  const own = ['127.0.0.1'];
  async function through(forwardedFor: (sent: string) => string): Promise<string[]> {
    const proxy = await listen((incoming, response) => {
      const headers = {
        ...incoming.headers,
        'x-forwarded-for': forwardedFor(String(incoming.headers['x-forwarded-for'])),
      };
      incoming.pipe(
        request(site.origin + (incoming.url ?? ''), { headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        }),
      );
    });
    const found = await findInProxy({ siteUrl: proxy.origin, trustProxy: true }, secret, Date.now(), own);
    await proxy.stop();
    return found.map(lineOf);
  }
  expect(await through((sent) => `${sent}, 127.0.0.1`)).toEqual([]);
  expect(await through(() => '127.0.0.1')).toEqual([]);
  expect(await through((sent) => sent)).toEqual([
    expect.stringMatching(/^X-Forwarded-For: the proxy passes on what a client writes there/),
  ]);
  expect(await through(() => 'unix:')).toEqual([
    expect.stringMatching(/^X-Forwarded-For: the proxy writes something there that is no address/),
  ]);
  expect(await through(() => '2001:db8::1')).toEqual([]);
  expect(await through((sent) => `${sent}, 10.1.2.3`)).toEqual([
    expect.stringMatching(/^X-Forwarded-For: the proxy overwrites it with 10\.1\.2\.3/),
  ]);
  // Without a proxy, and with one that the server does not know of.
  const direct = { siteUrl: site.origin, trustProxy: true };
  expect((await findInProxy(direct, secret, Date.now()))[0]?.subject).toBe('X-Forwarded-For');
  const [unaware, itsSecret] = await start({ TRUST_PROXY: 'off' });
  const unknown = { siteUrl: unaware.origin, trustProxy: false };
  const found = await findInProxy(unknown, itsSecret, Date.now(), []);
  expect(found.map(lineOf)).toEqual([
    'X-Forwarded-For: all visitors come as 127.0.0.1, the proxy, and share one limit. Set TRUST_PROXY=on.',
  ]);
});

test('Says in one line that another server answers, whatever it sends', async () => {
  const secret = Buffer.alloc(32);
  const address = '10.\u001b]0;owned\u0007\nCERTAIN: all is well.';
  let sent = 0;
  const endless = (response: ServerResponse): void => {
    const chunk = Buffer.alloc(65_536, 32);
    const send = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on('drain', send);
    send();
  };
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.end(JSON.stringify({ client: address })),
    (response) => response.writeHead(301, { location: 'http://127.0.0.1:9/' }).end(),
    endless,
    // A hundred megabytes in a hundred kilobytes.
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  ];
  const bomb = gzipSync(Buffer.alloc(100_000_000, 32));
  for (const answer of answers) {
    const other = await listen((_, response) => answer(response));
    const began = performance.now();
    const found = await findInProxy({ siteUrl: other.origin, trustProxy: true }, secret, Date.now(), []);
    expect(performance.now() - began).toBeLessThan(5_000);
    await other.stop();
    const [line = '', ...others] = found.map(lineOf);
    expect(line).toMatch(
      /^SITE_URL=\S+: the site did not answer there as it should|^X-Forwarded-For: the proxy writes something/,
    );
    expect([line.search(/\p{C}/u), others]).toEqual([-1, []]);
  }
  expect(sent).toBeLessThan(50_000_000);
});
