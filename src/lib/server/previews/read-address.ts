// Which kind of page an address names, in which form it is listed, and how others write the same address.
import { toLink } from '../../shared/addresses/links.ts';
import type { PreviewKind } from '../../shared/schemas/previews.ts';

export interface ReadAddress {
  kind: PreviewKind;
  /** As a listing has it. */
  url: string;
  /** The id at a store, or `owner/name` of a repository. */
  id: string;
  /** Two letters of an App Store page. */
  country: string;
}

const playId = /^[A-Za-z]\w*(?:\.\w+)+$/;

/** @returns null for a text that is not an address. `http:` becomes `https:`, which alone is looked at. */
export function readAddress(text: string): ReadAddress | null {
  const link = toLink(text.trim().replace(/^http:\/\//i, 'https://'));
  if (link === null) return null;
  const url = new URL(link);
  const website: ReadAddress = { kind: 'website', url: withoutMarks(url), id: '', country: '' };
  if (url.hostname === 'apps.apple.com' || url.hostname === 'itunes.apple.com') {
    const id = /\/id(\d{5,15})(?:\/|$)/.exec(url.pathname)?.[1];
    const country = /^\/([a-z]{2})\//.exec(url.pathname)?.[1] ?? '';
    if (id === undefined) return website;
    return { kind: 'appstore', url: `https://apps.apple.com${url.pathname}`, id, country };
  }
  if (url.hostname === 'play.google.com') {
    const id = url.searchParams.get('id') ?? '';
    if (!playId.test(id) || id.length > 200) return website;
    return { kind: 'playstore', url: playLink(id), id, country: '' };
  }
  if (/^(?:www\.)?github\.com$/.test(url.hostname)) {
    const [, owner, name] =
      /^\/([a-z\d][a-z\d-]{0,38})\/([\w.-]{1,100}?)(?:\.git)?(?:\/|$)/i.exec(url.pathname) ?? [];
    if (owner === undefined || name === undefined || /^\.+$/.test(name) || ofGitHub.has(owner.toLowerCase()))
      return website;
    return {
      kind: 'repository',
      url: `https://github.com/${owner}/${name}`,
      id: `${owner}/${name}`,
      country: '',
    };
  }
  return website;
}

/** The address without its fragment and the marks that senders of links add. */
function withoutMarks(url: URL): string {
  const plain = new URL(url);
  plain.hash = '';
  for (const name of [...plain.searchParams.keys()])
    if (/^(?:utm_\w+|fbclid|gclid)$/.test(name)) plain.searchParams.delete(name);
  return toLink(plain.href) ?? plain.href;
}

/** First parts of paths at GitHub that are no accounts. */
const ofGitHub = new Set([
  'about',
  'apps',
  'features',
  'marketplace',
  'orgs',
  'settings',
  'sponsors',
  'topics',
]);

export const playLink = (id: string): string => `https://play.google.com/store/apps/details?id=${id}`;
export const appStoreLink = (id: string): string => `https://apps.apple.com/app/id${id}`;

/** Links that lead to the same place: with and without `www.`, a slash at the end, and TLS. */
export function equalLinks(link: string): string[] {
  const url = URL.parse(link);
  if (!url) return [];
  const host = url.host.replace(/^www\./, '');
  const path = url.pathname.replace(/\/$/, '');
  return ['https://', 'http://'].flatMap((scheme) =>
    ['', 'www.'].flatMap((www) =>
      [...new Set([path, `${path}/`])].map((one) => `${scheme}${www}${host}${one}${url.search}`),
    ),
  );
}
