import { expect, test } from 'vitest';
import { urls } from '../addresses/urls.ts';
import { speculationRules } from './speculation-rules.ts';

interface Rules {
  prefetch: { where: { and: [{ href_matches: string[] }, unknown] } }[];
}

const origin = 'https://apps.example.ng';
const patterns = (JSON.parse(speculationRules) as Rules).prefetch.map(({ where }) =>
  where.and[0].href_matches.map((pattern) => new URLPattern(pattern, origin)),
);
const isFetchedAhead = (path: string): boolean[] =>
  patterns.map((ofRule) => ofRule.some((pattern) => pattern.test(path, origin)));

test('Public pages are fetched ahead, with any query', () => {
  for (const path of [
    urls.home(),
    `${urls.apps()}?platform=web`,
    urls.app('zebra-ledger'),
    urls.versions('zebra-ledger'),
    urls.category('Finance'),
    urls.search('pay'),
    urls.handle('ada'),
    `${urls.app('zebra-ledger')}?utm_source=x`,
  ])
    expect([path, isFetchedAhead(path)]).toEqual([path, [true, true]]);
});

test('Pages of a login, forms, files and other sites are never fetched ahead', () => {
  for (const path of [
    urls.login(),
    urls.profile(),
    urls.newApp(),
    urls.updateApp('zebra-ledger'),
    urls.newVersion('zebra-ledger'),
    urls.deleteApp('zebra-ledger'),
    urls.report('app:zebra-ledger'),
    urls.appQr('zebra-ledger'),
    urls.newAppsFeed(),
    urls.apiDocs(),
    '/desk',
    '/logout',
    '/media/1-128.avif',
    'https://elsewhere.ng/apps',
  ])
    expect([path, isFetchedAhead(path)]).toEqual([path, [false, false]]);
});
