import type { AppLinks } from '../../lib/shared/schemas/apps.ts';

/** @returns the download links that the developer gave, in the order in which pages show them */
export function downloadLinks(app: AppLinks) {
  // The field of the app, the small line above the label on the button, and the system of the phones of a store.
  const all = [
    { name: 'website', href: app.website, lead: 'Open the', label: 'Website', icon: 'globe' },
    {
      name: 'appstore_link',
      href: app.appstore_link,
      lead: 'Download on the',
      label: 'App Store',
      icon: 'apple',
      system: 'ios',
    },
    {
      name: 'playstore_link',
      href: app.playstore_link,
      lead: 'Get it on the',
      label: 'Play Store',
      icon: 'googlePlay',
      system: 'android',
    },
    { name: 'external_link', href: app.external_link, lead: 'Get it from', label: '', icon: 'link' },
  ] as const;
  return all.flatMap((link) => {
    const url = URL.parse(link.href);
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const host = url.hostname.replace(/^www\./, '');
    return [{ system: undefined, ...link, host, label: link.label || host }];
  });
}
