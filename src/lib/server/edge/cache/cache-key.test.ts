import { expect, test } from 'vitest';
import { parametersOfPage } from '../../../shared/page/page-facts.ts';
import { cacheKey, knownQuery, type FactsOf } from './cache-key.ts';

const factsOf: FactsOf = (path) => ({
  parameters: path === '/api/v1/app/' ? [{ name: 'search' }, { name: 'cursor' }] : parametersOfPage(path),
  needsCaller: false,
  showsContacts: false,
});
const long = 'x'.repeat(3_000);

function targetOf(asked: string): string {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/.exec(asked) ?? [];
  return path + knownQuery({ path, query }, factsOf);
}

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
  ['/api/v1/app/?search=a&search=b&n=1&cursor=', '/api/v1/app/?cursor=&search=a&search=b'],
  [`/api/v1/app/category_list/?${long}`, '/api/v1/app/category_list/'],
])('The answer to %s is made for %s', (asked, made) => {
  expect(targetOf(asked)).toBe(made);
  expect(targetOf(made)).toBe(made);
});

test('The kinds of routes have keys of their own', () => {
  const target = { path: '/api/v1/app/', query: '' };
  expect(cacheKey('page', target)).not.toBe(cacheKey('api', target));
});
