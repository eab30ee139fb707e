// The door out: what somebody can make this server connect to, through an address that they paste.
import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Answerer } from '../harness/outside.ts';
import { second, startOutsideWorld, startProduct } from '../harness/product.ts';

/** Listens where names of this machine lead. */
let trapped = 0;
const trap = createServer((socket) => {
  trapped += 1;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(trap, 'listening');

const outside = await startOutsideWorld((trap.address() as AddressInfo).port);
const product = await startProduct({ outside });
const { client, clock, people } = product;
const ada = client.as(await people.verified());
const { port, addresses } = JSON.parse(outside.env['OUTBOUND_TEST'] ?? '') as {
  port: number;
  addresses: string[];
};

/** The addresses that anything in this process has tried to connect to. */
const attempts: string[] = [];
const connect = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.value as (
  this: Socket,
  ...given: unknown[]
) => Socket;
vi.spyOn(Socket.prototype, 'connect').mockImplementation(function begin(this: Socket, ...given: unknown[]) {
  this.on('connectionAttempt', (ip: string, to: number) => attempts.push(`${ip}:${String(to)}`));
  return connect.apply(this, given);
});
afterAll(async () => {
  vi.restoreAllMocks();
  trap.close();
  await once(trap, 'close');
});

interface Preview {
  fields: { name: string; value: string }[];
  problems: string[];
}

async function look(address: string): Promise<Preview> {
  clock.advance(6 * second);
  const { status, body } = await ada.post<Preview>('/app/import/', { address });
  expect(status, body.error).toBe(200);
  return body;
}
const problemOf = async (host: string) => (await look(`https://${host}/`)).problems.join(' ');

const redirectTo =
  (location: string): Answerer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();
const sends =
  (headers: Record<string, string>, body: Buffer | string): Answerer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
const page = (name: string) => `<title>${name}</title>`;
const bomb = Buffer.alloc(20 * 1024 * 1024);

const notOne = 'This is not the address of a website.';
const notHttps = 'Only addresses that begin with https:// can be checked.';
const person = 'An address with a user name or a password in it cannot be checked.';
const otherPort = 'Only the usual port of https can be checked: leave the port out of the address.';
const numeric = 'An address made of numbers cannot be checked: use the name of the website.';
const local = 'is a name inside a private network, not a public website.';
const elsewhere = 'leads to an address in a private network, which cannot be checked.';

describe('An address', () => {
  test.each([
    ['https://', notOne],
    [`https://busha.co/${'a'.repeat(3_000)}`, notOne],
    ['http://busha.co/', notHttps],
    ['file:///etc/passwd', notOne],
    ['gopher://busha.co:70/_x', notHttps],
    ['https://ada:secret@busha.co/', person],
    ['https://busha.co:6379/', otherPort],
    ['https://127.0.0.1:22/', otherPort],
    ['//10.0.0.1/', numeric],
    ['https://2130706433/', numeric],
    ['https://0x7f.0.0.0x1/', numeric],
    ['https://017700000001/', numeric],
    ['https://127.1/', numeric],
    ['https://0/', numeric],
    ['https://%31%32%37.0.0.1/', numeric],
    ['https://169.254.169.254/latest/meta-data/', numeric],
    ['https://[::1]/', numeric],
    ['https://[::ffff:7f00:1]/', numeric],
    ['https://127.0.0.1./', numeric],
    ['https://127.0.0.1../', notOne],
    ['https://localhost../', notOne],
    ['https://busha..co/', notOne],
    ['https://LOCALHOST./', local],
    ['https://x.localhost/', local],
    ['https://postgres/', local],
    ['https://metadata.google.internal/', local],
    ['https://printer.local/', local],
    ['https://router.home.arpa/', local],
  ])('To which a site redirects is refused: %s', async (location, problem) => {
    outside.host('redirects.ng', redirectTo(location));
    expect(await problemOf('redirects.ng')).toMatch(
      problem === notOne ? /not the address of a website\.$/ : problem,
    );
  });

  test.each([
    [['127.0.0.1']],
    [['127.0.0.3']],
    [['0.0.0.0']],
    [['10.1.2.3']],
    [['100.64.0.1']],
    [['169.254.169.254']],
    [['172.16.0.1']],
    [['192.168.1.1']],
    [['192.0.0.1']],
    [['198.18.0.1']],
    [['224.0.0.1']],
    [['255.255.255.255']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['64:ff9b::a00:1']],
    [['2002:7f00:1::']],
    [['2001:db8::1']],
    [['fc00::1']],
    [['fe80::1']],
    [['ff02::1']],
    // One public address does not excuse the private one beside it.
    [['127.0.0.2', '10.0.0.1']],
    [['127.0.0.2', '::1']],
  ])('That a name leads to is not connected to: %j', async (found) => {
    outside.addresses('inward.ng', () => found);
    expect(await problemOf('inward.ng')).toContain(elsewhere);
    outside.host('to-inward.ng', redirectTo('https://inward.ng/'));
    expect(await problemOf('to-inward.ng')).toContain(elsewhere);
  });

  test('Is the checked one that is connected to, although the name server says another one later', async () => {
    let asked = 0;
    outside.host('rebinding.ng', { '/': page('Rebinding') });
    outside.addresses('rebinding.ng', () => ((asked += 1) <= 2 ? addresses : ['127.0.0.1']));
    expect((await look('https://rebinding.ng/')).fields).toContainEqual(
      expect.objectContaining({ name: 'name', value: 'Rebinding' }),
    );
    expect(await problemOf('rebinding.ng')).toContain(elsewhere);
  });

  test('That no name server knows is said to be none, and one whose name servers fail to be tried later', async () => {
    expect(await problemOf('nobody.ng')).toBe(
      'There is no website called nobody.ng: the name has no address.',
    );
    outside.failNames('failing.ng');
    expect(await problemOf('failing.ng')).toContain('The name servers of failing.ng did not answer.');
  });
});

describe('An answer', () => {
  test.concurrent.each<[string, Answerer, string]>([
    ['to-itself', redirectTo('/again'), 'redirected more than three times'],
    ['to-nothing', redirectTo('https://[/'), 'redirected to something that is not the address of a website'],
    ['unsigned', sends({}, 'x'), 'is not valid, so its answer cannot be trusted'],
    ['misnamed', sends({}, 'x'), 'is not valid, so its answer cannot be trusted'],
    ['huge', sends({}, bomb), 'sent a file that is too large'],
    ['gzip-bomb', sends({ 'content-encoding': 'gzip' }, gzipSync(bomb)), 'sent a file that is too large'],
    [
      'brotli-bomb',
      sends({ 'content-encoding': 'br' }, brotliCompressSync(bomb)),
      'sent a file that is too large',
    ],
    ['twice', sends({ 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('x'))), 'compressed its answer'],
    ['unknown-coding', sends({ 'content-encoding': 'zstd' }, 'x'), 'compressed its answer'],
    ['not-gzip', sends({ 'content-encoding': 'gzip' }, 'plain text'), 'compressed its answer'],
    [
      'cut-off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('x', () => response.destroy());
      },
      'broke off',
    ],
    ['not-http', (request) => void request.socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'broke off'],
    ['large-head', sends({ 'x-large': 'a'.repeat(40_000) }, 'x'), 'broke off'],
    [
      'endless',
      (_request, response) => {
        const timer = setInterval(() => response.write('x'), 200);
        response.once('close', () => clearInterval(timer));
      },
      'did not answer completely within 5 seconds',
    ],
  ])('That is of no use is refused: %s', async (label, answer, problem) => {
    outside.host(`${label}.ng`, answer);
    expect(await problemOf(`${label}.ng`)).toContain(problem);
  });

  test('Is read where it is compressed, behind three redirects, and asked for without cookies', async () => {
    outside.host('one.ng', redirectTo('https://two.ng/a'));
    outside.host('two.ng', ({ url }, response) => {
      response.setHeader('set-cookie', 'a=b');
      response.writeHead(url === '/a' ? 302 : 308, {
        location: url === '/a' ? '/b' : 'https://three.ng/#part',
      });
      response.end();
    });
    const headers: Record<string, unknown>[] = [];
    outside.host('three.ng', (request, response) => {
      headers.push(request.headers);
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.end(gzipSync(page('Compressed')));
    });
    const { fields } = await look('https://one.ng/');
    expect(fields).toContainEqual(expect.objectContaining({ name: 'name', value: 'Compressed' }));
    expect(headers[0]?.['user-agent']).toMatch(
      /^NaijaBuilt\/[\d.]+ \(\+http:\/\/naijabuilt\.test; \S+@\S+\)$/,
    );
    expect(headers[0]).not.toHaveProperty('cookie');
    expect(headers[0]).not.toHaveProperty('authorization');
  });
});

test('Nothing else was connected to in all of this', () => {
  // The product itself, and the database where the tests have one that listens.
  const own = [product.origin, process.env['TEST_POSTGRES'] ?? []].flat().map((url) => new URL(url).host);
  const [world = ''] = addresses.map((address) => `${address}:${String(port)}`);
  expect(attempts.filter((address) => address === world).length).toBeGreaterThan(50);
  expect(attempts.filter((address) => !own.includes(address) && address !== world)).toEqual([]);
  expect(trapped).toBe(0);
});
