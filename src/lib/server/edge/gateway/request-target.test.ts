import { expect, test } from 'vitest';
import { checkTarget, maxTargetLength } from './request-target.ts';

test.each([
  ['/app/heliumhealth?tab=a%20b', '/app/heliumhealth', '?tab=a%20b'],
  ['/%E2%82%A6', '/%E2%82%A6', ''],
  ['/%e2%82%a6/a%20b', '/%E2%82%A6/a%20b', ''],
  ['/.well-known/security.txt', '/.well-known/security.txt', ''],
  ['/a..b/...', '/a..b/...', ''],
  ["/app/1.2/~!$&'()*+,;=:@-_", "/app/1.2/~!$&'()*+,;=:@-_", ''],
  ['/?q=/../', '/', '?q=/../'],
  ['/search?q=%2525%5C%00', '/search', '?q=%2525%5C%00'],
  ['http://apps.example.ng/app?x', '/app', '?x'],
  ['HTTPS://apps.example.ng', '/', ''],
  ['https://apps.example.ng?x', '/', '?x'],
])('Reads %s as the path %s and the query %j', (target, path, query) => {
  expect(checkTarget(target)).toEqual({ ok: true, path, query });
});

test.each([
  ['/%61bout', '/about'],
  ['/%41%7a%39%2D%2e%5f%7E?x=%61', '/Az9-._~?x=%61'],
  ['/a//b///', '/a/b/'],
  ['/sitemap%2Exml', '/sitemap.xml'],
  ['http://a/%61/%c3%a9', '/a/%C3%A9'],
])('Leads from %s to %s', (target, location) => {
  const checked = checkTarget(target);
  expect(checked).toMatchObject({ ok: false, status: 308, location });
  expect(checkTarget(location)).toMatchObject({ ok: true });
});

test.each([
  '',
  '*',
  'app',
  '//evil.example',
  'http://a//evil.example',
  '/\\evil.example',
  '/%5cevil',
  '/a%00b',
  '/a%0d%0ab',
  '/%E0%A4%A',
  '/%ff',
  '/%',
  '/?q=%E0%A4%A',
  '/a#b',
  '/%2561',
  '/100%25',
  '/a%2Fb',
  '/a b',
  '/a|b',
  '/\u00e9',
  '/api/v1/app/../user/me/',
  '/api/v1/app/%2e%2E/user/me/',
  '/api/v1/app/.%2e/user/me/',
  '/api/v1/app/%2e/x',
  '/a//../b',
  '/a/..%2fb',
  '/a/..',
  '/a/.?b',
])('Refuses the target %j', (target) => {
  expect(checkTarget(target)).toMatchObject({ ok: false, status: 400 });
});

test('Refuses a target that is too long', () => {
  expect(checkTarget('/'.padEnd(maxTargetLength, 'a'))).toMatchObject({ ok: true });
  expect(checkTarget('/'.padEnd(maxTargetLength + 1, 'a'))).toMatchObject({ ok: false, status: 414 });
});
