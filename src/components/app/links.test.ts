import { expect, test } from 'vitest';
import type { AppLinks } from '../../lib/shared/schemas/apps.ts';
import { downloadLinks } from './links.ts';

const none: AppLinks = { website: '', playstore_link: '', appstore_link: '', external_link: '' };

test('Has no download links if the developer gave none', () => {
  expect(downloadLinks(none)).toEqual([]);
});

test('Orders download links and names their hosts without www', () => {
  const links = downloadLinks({
    website: 'https://www.example.com/a',
    playstore_link: 'https://play.google.com/store/apps/details?id=a',
    appstore_link: 'https://apps.apple.com/app/id1',
    external_link: 'https://get.example.org',
  });
  expect(links.map(({ label, host }) => `${label} ${host}`)).toEqual([
    'Website example.com',
    'App Store apps.apple.com',
    'Play Store play.google.com',
    'get.example.org get.example.org',
  ]);
});

test('Drops download links that are not web addresses', () => {
  expect(downloadLinks({ ...none, website: 'javascript:alert(1)', external_link: 'not a link' })).toEqual([]);
});
