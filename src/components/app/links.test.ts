import { describe, expect, it } from 'vitest';
import type { AppLinks } from '../../lib/shared/schemas/apps.ts';
import { downloadLinks } from './links.ts';

const none: AppLinks = { website: '', playstoreLink: '', appstoreLink: '', externalLink: '' };

describe('download links', () => {
  it('are left out where the developer gave none', () => {
    expect(downloadLinks(none)).toEqual([]);
  });

  it('stand in one order and name their host without www', () => {
    const links = downloadLinks({
      website: 'https://www.example.com/a',
      playstoreLink: 'https://play.google.com/store/apps/details?id=a',
      appstoreLink: 'https://apps.apple.com/app/id1',
      externalLink: 'https://get.example.org',
    });
    expect(links.map(({ label, host }) => `${label} ${host}`)).toEqual([
      'Website example.com',
      'App Store apps.apple.com',
      'Play Store play.google.com',
      'Other get.example.org',
    ]);
  });

  it('are never anything but web addresses', () => {
    expect(downloadLinks({ ...none, website: 'javascript:alert(1)', externalLink: 'not a link' })).toEqual(
      [],
    );
  });
});
