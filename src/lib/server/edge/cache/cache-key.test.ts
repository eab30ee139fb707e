import { expect, test } from 'vitest';
import { parametersOfPage } from '../../../shared/page/page-facts.ts';
import { cacheKey, type FactsOf } from './cache-key.ts';

const factsOf: FactsOf = (path) => ({
  parameters: path === '/api/v1/app/' ? [{ name: 'search' }, { name: 'cursor' }] : parametersOfPage(path),
  needsCaller: false,
  showsContacts: false,
});
const long = 'x'.repeat(3_000);

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/app/x?utm_source=a&UTM_Medium=b&fbclid=c', '/app/x'],
  ['/sitemap.xml?n=1', '/sitemap.xml'],
  ['/search?q=bank&utm_source=a', '/search?q=bank'],
  ['/search?q=bank&unknown=1', '/search?q=bank'],
  ['/search?cursor=c&q=bank', '/search?cursor=c&q=bank'],
  ['/search?q=bank&cursor=c', '/search?cursor=c&q=bank'],
  ['/search?q=one&q=two', '/search?q=one'],
  ['/search?q', '/search'],
  ['/search?q=&cursor=', '/search'],
  ['/search?&&q=a&', '/search?q=a'],
  ['/search?q=a=b', '/search?q=a%3Db'],
  ['/search?q=%62ank', '/search?q=bank'],
  ['/search?q=++health%20records+', '/search?q=health+records'],
  [`/search?q=${long}`, `/search?q=${'x'.repeat(100)}`],
  ['/search/?q=bank', '/search/?q=bank'],
  ['/apps?sort=newest&phase=in_planning&platform=web', '/apps?phase=in-planning&platform=web'],
  [`/apps?category=${long}&platform=tv&phase=done&sort=price`, '/apps'],
  [`/user/1/apps?cursor=${long}`, `/user/1/apps?cursor=${'x'.repeat(1_000)}`],
  ['/user/1?cursor=c', '/user/1'],
  ['/oembed?url=u&format=json&maxwidth=0300&maxheight=many', '/oembed?maxwidth=300&url=u'],
  ['/oembed?url=u&format=xml', '/oembed?format=other&url=u'],
  ['/%61pp/%70aystack?x=1', '/app/paystack'],
  ['/app/%2e%2E/%2Fx', '/app/%2e%2E/%2Fx'],
  ['/api/v1/app/?search=a&search=b&n=1&cursor=', '/api/v1/app/?cursor=&search=a&search=b'],
  [`/api/v1/app/category_list/?${long}`, '/api/v1/app/category_list/'],
])('The answer to %s is cached under %s', (target, key) => {
  expect(cacheKey(target, factsOf)).toBe(key);
  expect(cacheKey(key, factsOf)).toBe(key);
});

test.each([
  ['/user//1', '/user/1'],
  ['/app///paystack//versions?cursor=c', '/app/paystack/versions?cursor=c'],
  ['/%61pp//%70aystack/', '/app/paystack/'],
])('Gives %s the cache key of %s, which the pages treat alike', (target, key) => {
  expect(cacheKey(target, factsOf)).toBe(key);
});

test.each(['/search?q=%zz', '/?x=%FF', '/?x=#', '/search?q=bank#x'])(
  'Gives %s, which the router refuses, no key of another answer',
  (target) => {
    expect(cacheKey(target, factsOf)).toBe(target);
  },
);

test('A target that is too long for the router is not the key of another answer', () => {
  const target = `/?${'x'.repeat(9_000)}`;
  expect(cacheKey(target, factsOf)).toBe(target);
});
