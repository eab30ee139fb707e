import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

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
])('%s is counted as %s', (address, counted) => {
  expect(clientAddress(requestOf(address), false)).toBe(counted);
  expect(clientAddress(requestOf('127.0.0.1', `198.51.100.1, ${address}`), true)).toBe(counted);
});

test('the forwarded address counts only behind a trusted proxy, and only the last one', () => {
  expect(clientAddress(requestOf('127.0.0.1', '203.0.113.7'), false)).toBe('127.0.0.1');
  expect(clientAddress(requestOf('127.0.0.1', '203.0.113.7, 198.51.100.1'), true)).toBe('198.51.100.1');
  expect(clientAddress(requestOf('127.0.0.1', ''), true)).toBe('127.0.0.1');
  expect(clientAddress(requestOf(undefined), true)).toBe('');
});
