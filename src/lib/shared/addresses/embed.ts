import type { AppListing } from '../schemas/apps.ts';
import { brand } from '../page/brand.ts';
import { escapeXml } from '../text/text.ts';
import { urls } from './urls.ts';

/** Pixels. The card also fits into a narrower place. */
export const embedSize = { width: 480, height: 200 } as const;

/** The markup that a person pastes into a page. @param width,height pixels; by default the card's own */
export function embedCode(
  siteUrl: string,
  app: Pick<AppListing, 'name' | 'nameId'>,
  { width, height }: { width: number; height: number } = embedSize,
): string {
  const title = escapeXml(`${app.name} on ${brand.name}`);
  const address = escapeXml(siteUrl + urls.embedApp(app.nameId));
  return `<iframe src="${address}" title="${title}" width="${String(width)}" height="${String(height)}" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}

/** The badge for a page and for a README, with a link to the app. It has no name that somebody typed. */
export function badgeCodes(siteUrl: string, nameId: string, theme: 'light' | 'dark') {
  const [link, image] = [siteUrl + urls.app(nameId), siteUrl + urls.badge(nameId, theme)];
  const alt = `Listed on ${brand.name}`;
  return {
    Markdown: `[![${alt.replace(/[\\[\]<>&`*_]/g, '\\$&')}](${image})](${link})`,
    HTML: `<a href="${escapeXml(link)}"><img src="${escapeXml(image)}" alt="${escapeXml(alt)}" height="48"></a>`,
  };
}
