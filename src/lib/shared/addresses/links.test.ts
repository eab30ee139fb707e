import { expect, test } from 'vitest';
import { checkUrl } from '../../server/platform/outbound/addresses.ts';
import { privateEndings, toLink } from './links.ts';

test.each([
  'x.onion',
  'x.alt',
  'x.localdomain',
  '1.in-addr.arpa',
  'router.home.arpa',
  'x.internal',
  'X.Onion.',
])('Refuses a link to %s, which no public website has', (host) => {
  expect(toLink(host)).toBeNull();
  expect(toLink(`https://${host}/app`)).toBeNull();
});

test.each(['onion.ng', 'alt.com', 'localdomain.com.ng', 'arpa.ng'])('Accepts a link to %s', (host) => {
  expect(toLink(host)).toBe(`https://${host}`);
});

test.each([...privateEndings])('Neither stores nor opens a link that ends with .%s', (ending) => {
  expect(toLink(`https://a.${ending}`)).toBeNull();
  expect(() => checkUrl(`https://a.${ending}/`, false)).toThrow();
});
