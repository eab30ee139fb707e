// Addresses and sites that somebody could name to make a server reach what only it can reach.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { OutboundReason } from '../../src/lib/server/platform/outbound/outbound.ts';
import type { Answerer } from './outside-world.ts';

/** Addresses that are refused as they stand. */
export const hostileAddresses: readonly (readonly [string, OutboundReason])[] = [
  ['', 'not-an-address'],
  ['//10.0.0.1/', 'not-an-address'],
  ['https://', 'not-an-address'],
  [`https://busha.co/${'a'.repeat(3_000)}`, 'not-an-address'],
  ['https://127.0.0.1.1.1.1.1/', 'not-an-address'],
  ['https://256.256.256.256/', 'not-an-address'],
  ['http://busha.co/', 'not-https'],
  ['ftp://busha.co/', 'not-https'],
  ['gopher://busha.co:70/_x', 'not-https'],
  ['ws://busha.co/', 'not-https'],
  ['https://ada@busha.co/', 'userinfo'],
  ['https://ada:secret@busha.co/', 'userinfo'],
  ['https://busha.co:8443/', 'port'],
  ['https://busha.co:22/', 'port'],
  ['https://127.0.0.1:6379/', 'port'],
  ['https://127.0.0.1/', 'numeric'],
  ['https://2130706433/', 'numeric'],
  ['https://0x7f000001/', 'numeric'],
  ['https://0x7f.0.0.0x1/', 'numeric'],
  ['https://017700000001/', 'numeric'],
  ['https://0177.0.0.1/', 'numeric'],
  ['https://127.1/', 'numeric'],
  ['https://0/', 'numeric'],
  ['https://１２７.０.０.１/', 'numeric'],
  ['https://127。0。0。1/', 'numeric'],
  ['https://%31%32%37.0.0.1/', 'numeric'],
  ['https://169.254.169.254/latest/meta-data/', 'numeric'],
  ['https://[::1]/', 'numeric'],
  ['https://[::ffff:127.0.0.1]/', 'numeric'],
  ['https://[::ffff:7f00:1]/', 'numeric'],
  ['https://[fe80::1]/', 'numeric'],
  ['https://127.0.0.1./', 'numeric'],
  ['https://127.0.0.1../', 'not-an-address'],
  ['https://10.1../', 'not-an-address'],
  ['https://2130706433../', 'not-an-address'],
  ['https://localhost../', 'not-an-address'],
  ['https://printer.local../', 'not-an-address'],
  ['https://busha.co../', 'not-an-address'],
  ['https://busha..co/', 'not-an-address'],
  ['https://localhost/', 'local-name'],
  ['https://LOCALHOST./', 'local-name'],
  ['https://x.localhost/', 'local-name'],
  ['https://postgres/', 'local-name'],
  ['https://metadata.google.internal/', 'local-name'],
  ['https://printer.local/', 'local-name'],
  ['https://router.home.arpa/', 'local-name'],
];

/** What the name server says of a host, of which nothing may be connected to. */
export const privateAnswers: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['127.0.0.3'],
  ['0.0.0.0'],
  ['10.1.2.3'],
  ['100.64.0.1'],
  ['169.254.169.254'],
  ['172.16.0.1'],
  ['192.168.1.1'],
  ['192.0.0.1'],
  ['198.18.0.1'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::1'],
  ['::'],
  ['::ffff:10.0.0.1'],
  ['::7f00:1'],
  ['64:ff9b::a00:1'],
  ['64:ff9b:1::a00:1'],
  ['2002:7f00:1::'],
  ['2001::1'],
  ['2001:db8::1'],
  ['fc00::1'],
  ['fe80::1'],
  ['fec0::1'],
  ['ff02::1'],
  // One public address does not excuse the private one beside it.
  ['127.0.0.2', '10.0.0.1'],
  ['127.0.0.2', '::1'],
];

const bomb = Buffer.alloc(20 * 1024 * 1024);

const redirectTo =
  (location: string): Answerer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

const sends =
  (headers: Record<string, string>, body: Buffer | string): Answerer =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body);

/** Sites that answer badly, by the first label of their name. */
export const hostileSites: Readonly<Record<string, readonly [Answerer, OutboundReason]>> = {
  'to-http': [redirectTo('http://busha.co/'), 'not-https'],
  'to-number': [redirectTo('https://127.0.0.1/'), 'numeric'],
  'to-decimal': [redirectTo('https://2130706433/'), 'numeric'],
  'to-local': [redirectTo('https://localhost/'), 'local-name'],
  'to-private': [redirectTo('https://private-0.test/'), 'private-address'],
  'to-port': [redirectTo('https://busha.co:6379/'), 'port'],
  'to-userinfo': [redirectTo('https://ada:secret@busha.co/'), 'userinfo'],
  'to-file': [redirectTo('file:///etc/passwd'), 'not-an-address'],
  'to-nothing': [redirectTo('https://[/'), 'bad-redirect'],
  'to-itself': [redirectTo('/again'), 'too-many-redirects'],
  unsigned: [sends({}, 'x'), 'bad-certificate'],
  misnamed: [sends({}, 'x'), 'bad-certificate'],
  huge: [sends({}, bomb), 'too-large'],
  'gzip-bomb': [sends({ 'content-encoding': 'gzip' }, gzipSync(bomb)), 'too-large'],
  'brotli-bomb': [sends({ 'content-encoding': 'br' }, brotliCompressSync(bomb)), 'too-large'],
  'twice-compressed': [sends({ 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('x'))), 'encoding'],
  'unknown-encoding': [sends({ 'content-encoding': 'zstd' }, 'x'), 'encoding'],
  'not-gzip': [sends({ 'content-encoding': 'gzip' }, 'plain text'), 'encoding'],
  'cut-off': [
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('x', () => response.destroy());
    },
    'broken-answer',
  ],
  'not-http': [(request) => void request.socket.end('SSH-2.0-OpenSSH_9.9\r\n'), 'broken-answer'],
  'large-head': [sends({ 'x-large': 'a'.repeat(40_000) }, 'x'), 'broken-answer'],
  silent: [() => undefined, 'slow'],
  endless: [
    (_request, response) => {
      const timer = setInterval(() => response.write('x'), 200);
      response.once('close', () => clearInterval(timer));
    },
    'slow',
  ],
};
