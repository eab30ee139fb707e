import { expect, test } from 'vitest';
import { cleanAddress, hasInvisible, normalAddress } from './visible-text.ts';

test.each([
  ['Ada@Example.COM', 'Ada@example.com', 'Ada@Example.COM'],
  ['ａｄａ@example.com', 'ada@example.com', 'ada@example.com'],
  ['ada＠example.com', 'ada@example.com', 'ada@example.com'],
  ['ada@ｅxample.com', 'ada@example.com', 'ada@example.com'],
  ['ada@example。com', 'ada@example.com', 'ada@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['jose\u0301@example.com', 'josé@example.com', 'josé@example.com'],
  ['a+b.c_d-e@mail.example.ng', 'a+b.c_d-e@mail.example.ng', 'a+b.c_d-e@mail.example.ng'],
])('Reads %j as %s, and stores it as %s', (typed, normal, kept) => {
  expect(normalAddress(typed)).toBe(normal);
  expect(cleanAddress(typed)).toBe(kept);
  expect(normalAddress(kept)).toBe(normal);
});

test.each([
  'a\u200bda@example.com',
  'a\u00adda@example.com',
  'ada@exam\u00adple.com',
  '\u202eada@example.com',
  'ada\u2066@example.com',
  'ada\ufeff@example.com',
  'ada\u3164@example.com',
  'ada\u2800@example.com',
  'ada\u0000@example.com',
  'ada@exam\u200dple.com',
  'ada\u{e0041}@example.com',
  'ada\ud800@example.com',
])('Finds the invisible character in %j', (typed) => {
  expect(hasInvisible(typed)).toBe(true);
  expect(normalAddress(typed)).toBeNull();
});

test.each([
  'ada',
  '@example.com',
  'ada@',
  'ada@example',
  'ada@example.com.',
  'ada@.example.com',
  'ada@exa mple.com',
  'ada@127.0.0.1',
  'ada@0x7f.1',
  'ada@[::1]',
  'ada@example.com:25',
  'ada@exam%70le.com',
  'ada@example.com/x',
  'ada@example.com?x',
  'ada@example.com#x',
  'ada@-example.com',
  'ada@xn--zz-.com',
  'a@b@example.com',
  'ada lovelace@example.com',
  '"ada"@example.com',
  `ada@${'a'.repeat(64)}.com`,
])('Refuses %j', (typed) => {
  expect(normalAddress(typed)).toBeNull();
  expect(cleanAddress(typed)).toBeNull();
});
