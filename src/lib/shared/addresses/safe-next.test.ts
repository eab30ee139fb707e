import { expect, test } from 'vitest';
import { safeNext } from './safe-next.ts';

test.each([
  '/',
  '/new',
  '/app/helium-health/update?tab=logo#top',
  '/search?q=a%2Fb',
  '/user/%E1%BB%8Cj%C3%A0',
  '/Ọjà',
  '/a//b',
  '/.//evil.example',
])('Follows %j, a path of this site', (next) => {
  expect(safeNext(next)).toBe(next);
  expect(new URL(next, 'https://naijabuilt.test').origin).toBe('https://naijabuilt.test');
});

test.each([
  null,
  '',
  'new',
  'https://evil.example/',
  'HTTPS:evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/a\r\nSet-Cookie: x',
  '/a\u0000',
  '/a\u0085',
  '/a\\b',
  'javascript:alert(1)',
  'data:text/html,x',
  '?next=/',
  '#/',
])('Does not follow %j out of this site', (next) => {
  expect(safeNext(next)).toBe('/');
});

test('Falls back to the given path', () => {
  expect(safeNext('//evil.example', '/profile')).toBe('/profile');
});
