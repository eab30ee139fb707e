import type { IconName } from '../../lib/shared/icons/icons.ts';
import type { AppLinks } from '../../lib/shared/schemas/apps.ts';

/** The field of the app, the small line above the label on the button, and the system of the phones of a store. */
const buttons: [name: keyof AppLinks, lead: string, label: string, icon: IconName, system?: string][] = [
  ['website', 'Open the', 'Website', 'globe'],
  ['appstore_link', 'Download on the', 'App Store', 'apple', 'ios'],
  ['playstore_link', 'Get it on the', 'Play Store', 'googlePlay', 'android'],
  ['external_link', 'Get it from', '', 'link'],
];

/** @returns the download links that the developer gave, in the order in which pages show them */
export const downloadLinks = (app: AppLinks) =>
  buttons.flatMap(([name, lead, label, icon, system]) => {
    const url = URL.parse(app[name]);
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    const host = url.hostname.replace(/^www\./, '');
    return [{ name, href: app[name], lead, label: label || host, icon, system, host }];
  });
