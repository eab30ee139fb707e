import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { reportView, type PageView } from './page-views.ts';

function viewsOf(headers: Record<string, string>, method = 'GET'): PageView[] {
  const views: PageView[] = [];
  const socket = { remoteAddress: '41.58.1.1' };
  const request = { method, headers, socket } as unknown as IncomingMessage;
  reportView((view) => views.push(view), 'app:1', request, false);
  return views;
}

test.each([
  ['an old browser', {}],
  ['a link of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
  [
    'a page that was fetched ahead and opened',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
  ],
])('Counts a view by %s', (_name, headers: Record<string, string>) => {
  expect(viewsOf(headers)).toEqual([{ subject: 'app:1', address: '41.58.1.1', userAgent: '', viewer: '' }]);
});

test.each([
  ['fetches ahead', { 'sec-purpose': 'prefetch' }],
  ['is asked by another site for a picture', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
  ['shows the page within another one', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }],
  ['is asked by a script of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
])('Counts no view by a browser that %s', (_name, headers: Record<string, string>) => {
  expect(viewsOf(headers)).toEqual([]);
});

test('Counts no view for a HEAD', () => {
  expect(viewsOf({}, 'HEAD')).toEqual([]);
});
