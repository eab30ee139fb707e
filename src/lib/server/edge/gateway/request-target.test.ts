import { expect, test } from 'vitest';
import { checkTarget, maxTargetLength, originForm } from './request-target.ts';

test('Splits path and query', () => {
  expect(checkTarget('/app/heliumhealth?tab=a%20b')).toEqual({
    ok: true,
    path: '/app/heliumhealth',
    query: '?tab=a%20b',
  });
  expect(checkTarget('/%E2%82%A6')).toMatchObject({ ok: true });
  for (const path of ['/.well-known/security.txt', '/a..b/...', '/app/1.2', '/?q=/../'])
    expect(checkTarget(path)).toMatchObject({ ok: true });
});

test.each([
  '',
  '*',
  'app',
  '//evil.example',
  '/\\evil.example',
  '/%5cevil',
  '/a%00b',
  '/a%0d%0ab',
  '/%E0%A4%A',
  '/%ff',
  '/%',
  '/?q=%E0%A4%A',
  '/a#b',
  '/api/v1/app/../user/me/',
  '/api/v1/app/%2e%2E/user/me/',
  '/api/v1/app/.%2e/user/me/',
  '/api/v1/app/%2e/x',
  '/a/..%2fb',
  '/a/..',
  '/a/.?b',
])('Refuses the target %j', (target) => {
  expect(checkTarget(target)).toEqual({ ok: false, status: 400 });
});

test('Refuses a target that is too long', () => {
  expect(checkTarget('/'.padEnd(maxTargetLength, 'a'))).toMatchObject({ ok: true });
  expect(checkTarget('/'.padEnd(maxTargetLength + 1, 'a'))).toEqual({ ok: false, status: 414 });
});

test.each([
  ['http://apps.example.ng/app?x', '/app?x'],
  ['HTTPS://apps.example.ng', '/'],
  ['https://apps.example.ng?x', '/?x'],
  ['/http://a/', '/http://a/'],
])('Reads the target %s as %s', (target, form) => {
  expect(originForm(target)).toBe(form);
});
