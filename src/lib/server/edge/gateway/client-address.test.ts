import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientAddress, networkClient } from './client-address.ts';

function requestOf(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:0:0:0:0/64'],
  ['2001:db8:1:2::', '2001:db8:1:2:0:0:0:0/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2:0:0:0:0/64'],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:0/64'],
  ['2001:db8::5:6:7:8', '2001:db8:0:0:0:0:0:0/64'],
  ['::1:2:3:4:5:6:7', '0:1:2:3:0:0:0:0/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0:0:0:0:0/64'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:0/64'],
  ['::1', '0:0:0:0:0:0:0:0/64'],
  ['::', '0:0:0:0:0:0:0:0/64'],
  ['not:an:address', 'not:an:address'],
  ['unknown', 'unknown'],
])('Counts the client %s as %s, before and behind a proxy', (address, counted) => {
  expect(clientAddress(requestOf(address), false)).toBe(counted);
  expect(clientAddress(requestOf('127.0.0.1', `198.51.100.1, ${address}`), true)).toBe(counted);
});

test.each([
  ['203.0.113.7:5678', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2:0:0:0:0/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2:0:0:0:0/64'],
])('Counts a proxy entry with a port, %s, as %s', (entry, counted) => {
  expect(clientAddress(requestOf('127.0.0.1', entry), true)).toBe(counted);
  expect(clientAddress(requestOf('127.0.0.1', `198.51.100.1:80, ${entry}`), true)).toBe(counted);
});

describe('X-Forwarded-For', () => {
  test('Ignores X-Forwarded-For if no proxy is trusted', () => {
    expect(clientAddress(requestOf('192.0.2.1', '203.0.113.7'), false)).toBe('192.0.2.1');
  });

  test.each([
    ['203.0.113.7, 198.51.100.1', '198.51.100.1'],
    ['  203.0.113.7 ,\t198.51.100.1  ', '198.51.100.1'],
    ['203.0.113.7,198.51.100.1', '198.51.100.1'],
    ['127.0.0.1, 10.0.0.1, ::1, 198.51.100.1', '198.51.100.1'],
  ])('Gives a trusted proxy its own, last entry: %j is %s', (field, address) => {
    expect(clientAddress(requestOf('127.0.0.1', field), true)).toBe(address);
  });

  test.each([undefined, '', '  ', ' , ,'])('Falls back to the peer if it contains nothing: %j', (field) => {
    expect(clientAddress(requestOf('192.0.2.1', field), true)).toBe('192.0.2.1');
  });

  test('Does not let a client keep one address under many names', () => {
    const forged = `${'x'.repeat(100_000)}, 198.51.100.1`;
    expect(clientAddress(requestOf('127.0.0.1', forged), true)).toBe('198.51.100.1');
    expect(clientAddress(requestOf('127.0.0.1', 'x'.repeat(100_000)), true)).toHaveLength(64);
  });
});

test('Names the networks around an IPv6 client behind a proxy, the smallest first', () => {
  expect(networkClient(requestOf('::1', '[2001:db8:1:2ff::9]:443'), true)).toEqual({
    address: '2001:db8:1:2ff:0:0:0:0/64',
    networks: ['2001:db8:1:200:0:0:0:0/56', '2001:db8:1:0:0:0:0:0/48'],
    network: '2001:db8:1:0:0:0:0:0/48',
  });
});

test('Counts a request whose socket is closed as nobody', () => {
  expect(clientAddress(requestOf(undefined), true)).toBe('');
  expect(clientAddress(requestOf(undefined), false)).toBe('');
});

describe('X-Forwarded-For behind several proxies with known networks', () => {
  const proxies = ['10.0.0.0/8', '2001:db8:ffff::/48', '127.0.0.1'];

  test.each<[peer: string, field: string | undefined, counted: string, what: string]>([
    ['10.0.0.5', '203.0.113.7, 10.1.2.3', '203.0.113.7', 'through two of them'],
    ['::ffff:10.0.0.5', '203.0.113.7, ::ffff:10.1.2.3', '203.0.113.7', 'over IPv6 sockets'],
    ['10.0.0.5', '198.51.100.9, 203.0.113.7, 2001:db8:ffff::1', '203.0.113.7', 'though it made up an entry'],
    ['10.0.0.5', '10.9.9.9, 203.0.113.7', '203.0.113.7', 'though it made up the entry of a proxy'],
    ['198.51.100.9', '203.0.113.7', '198.51.100.9', 'though it comes past the proxies, and names another'],
    ['10.0.0.5', undefined, '10.0.0.5', 'though the proxy named nobody'],
    ['10.0.0.5', '10.1.1.1, 10.1.2.3', '10.1.1.1', 'that is one of them itself'],
    ['10.0.0.5', '203.0.113.7, junk', 'junk', 'behind an entry that is no address'],
  ])('From %s with %s counts %s, %s', (peer, field, counted) => {
    expect(clientAddress(requestOf(peer, field), proxies)).toBe(counted);
  });

  test('A request whose socket is closed counts as nobody', () => {
    expect(clientAddress(requestOf(undefined, '203.0.113.7'), proxies)).toBe(
      clientAddress(requestOf(undefined), false),
    );
  });
});
