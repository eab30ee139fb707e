import { expect, test } from 'vitest';
import { createRouteNames } from './route-names.ts';

const routes = [
  '/',
  '/app/[nameId]',
  '/app/[nameId]/versions',
  '/app/new',
  '/feeds/apps.atom',
  '/api/v1/app/{name_id}/',
];
const nameOf = createRouteNames(routes, (path) => path === '/sw.js');

test.each([
  ['/', '/'],

  ['/app/harmattan', '/app/[nameId]'],
  ['/app/harmattan/', '/app/[nameId]'],
  ['/app/harmattan/versions', '/app/[nameId]/versions'],
  ['/app/new', '/app/new'],
  ['/feeds/apps.atom', '/feeds/apps.atom'],
  ['/feeds/appsXatom', 'none'],
  ['/api/v1/app/harmattan/', '/api/v1/app/{name_id}/'],
  ['/api/v1/app/a/b/', 'none'],
  ['/media/abc-320.avif', 'media'],
  ['/_astro/a.js', 'build'],
  ['/sw.js', 'file'],
  ['/wp-login.php', 'none'],
  [`/app/${'a'.repeat(300)}`, 'none'],
])('Names the route of %s %s', (path, route) => {
  expect(nameOf(path)).toBe(route);
  expect(nameOf(path)).toBe(route);
});

test('Uses few names, whatever clients request', () => {
  const names = new Set(
    Array.from({ length: 20_000 }, (_, n) => nameOf(`/app/${String(n)}/${String(n % 7)}`)),
  );
  expect([...names]).toEqual(['none']);
});
