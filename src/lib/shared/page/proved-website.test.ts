import { expect, test } from 'vitest';
import { provesWebsite } from './proved-website.ts';

test.each([
  ['busha.co', 'https://busha.co/', true],
  ['busha.co', 'https://www.busha.co/app', true],
  ['busha.vercel.app', 'https://busha.vercel.app', true],
  ['busha.co', 'https://notbusha.co/', false],
  ['github.com/busha/app', 'https://busha.co/', false],
  ['co.busha.app', 'https://busha.co/', false],
  ['busha.co', '', false],
])('Tells whether a proof of %s is one of the website %j', (name, website, expected) => {
  expect(provesWebsite({ proof: { name, checkedAt: 0 }, website })).toBe(expected);
});

test('A listing without a proof proves nothing', () => {
  expect(provesWebsite({ proof: null, website: 'https://busha.co/' })).toBe(false);
});
