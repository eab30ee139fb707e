import type { AppLinks, LinkName } from '../../lib/shared/schemas/apps.ts';
import type { IconName } from '../../lib/shared/icons/icons.ts';

export interface DownloadLink {
  /** The field of the app. */
  name: LinkName;
  href: string;
  /** The small line above the label on the button. */
  lead: string;
  label: string;
  icon: IconName;
  /** System of the phones that the store is for. */
  system?: 'android' | 'ios';
  /** Host of the link without 'www.', such as 'paystack.com'. */
  host: string;
}

/** @returns the download links that the developer gave, in the order in which pages show them */
export function downloadLinks(app: AppLinks): DownloadLink[] {
  const all: Omit<DownloadLink, 'host'>[] = [
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
  ];
  return all.flatMap((link) => {
    const url = URL.parse(link.href);
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const host = url.hostname.replace(/^www\./, '');
    return [{ ...link, host, label: link.label || host }];
  });
}
