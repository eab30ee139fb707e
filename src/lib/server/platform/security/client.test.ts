import { expect, test } from 'vitest';
import { canonicalAddress, householdOf, networksOf, widestNetworkOf } from './client.ts';

test.each([
  ['203.0.113.7:5678', '203.0.113.7'],
  ['[2001:db8:1:2::3]:443', '2001:db8:1:2:0:0:0:0/64'],
  ['[2001:db8:1:2::3]', '2001:db8:1:2:0:0:0:0/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['1.2.3', '1.2.3'],
  ['0x7f.1', '0x7f.1'],
  ['', ''],
])('Counts %s as %s, whatever its port is', (text, counted) => {
  expect(canonicalAddress(text)).toBe(counted);
  expect(canonicalAddress(canonicalAddress(text))).toBe(counted);
});

test.each([
  ['203.0.113.7', ['203.0.113.0/24']],
  ['2001:db8:1:2ff::9', ['2001:db8:1:200:0:0:0:0/56', '2001:db8:1:0:0:0:0:0/48']],
  ['unknown', []],
])('Names the networks around %s', (text, networks) => {
  expect(networksOf({ address: canonicalAddress(text) })).toEqual(networks);
});

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2ff::9', '2001:db8:1:200:0:0:0:0/56', '2001:db8:1:0:0:0:0:0/48'],
  ['unknown', 'unknown', 'unknown'],
])('Puts %s on the line %s in the network %s', (text, household, network) => {
  const client = { address: canonicalAddress(text) };
  expect(householdOf(client)).toBe(household);
  expect(widestNetworkOf(client)).toBe(network);
});
