import { expect, test } from 'vitest';
import { isAllowedByRobots } from './robots.ts';

test.each([
  ['', '/', true],
  ['User-agent: *\nDisallow: /', '/', false],
  ['User-agent: *\nDisallow:', '/', true],
  ['User-agent: *\nDisallow: /\nAllow: /$', '/', true],
  ['User-agent: *\nDisallow: /\nAllow: /$', '/shop', false],
  ['User-agent: *\nDisallow: /\n\nUser-agent: NaijaBuilt\nDisallow: /private', '/shop', true],
  ['User-agent: naijabuilt # ours\nUser-agent: other\nDisallow: /a', '/a/b', false],
  ['User-agent: other\nDisallow: /', '/', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?x', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['\uFEFFuser-agent:*\r\ndisallow:/x*y*z', '/x1y2z3', false],
  ['Disallow: /', '/', true],
  ['<html>Not found</html>', '/', true],
])('Decides by the rules %j whether %s may be read: %s', (text, path, allows) => {
  expect(isAllowedByRobots(text, path)).toBe(allows);
});

test.each([
  ['a hostile pattern', `Disallow: /${'*a'.repeat(20_000)}b`],
  ['spaces within a value', `Disallow: x${' '.repeat(64_000)}x`],
  ['spaces and comments', `Disallow: x${' #'.repeat(32_000)}`],
  ['spaces before a line', `${' '.repeat(64_000)}x`],
  ['spaces after a key', `Disallow${' '.repeat(64_000)}x`],
])('Takes no longer for %s', (_label, line) => {
  const began = performance.now();
  expect(isAllowedByRobots(`User-agent: *\n${line}`, `/${'a'.repeat(10_000)}`)).toBe(true);
  expect(performance.now() - began).toBeLessThan(1_000);
});
