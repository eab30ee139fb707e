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

export const isPlayId = (id: string): boolean => /^[A-Za-z]\w*(?:\.\w+)+$/.test(id) && id.length <= 200;

/** First parts of paths at GitHub that are no accounts. */
const ofGitHub = /^(?:about|apps|features|marketplace|orgs|settings|sponsors|topics)$/i;

/** @returns null for a text that is not an address. `http:` becomes `https:`, which alone is looked at. */
export function readAddress(text: string): ReadAddress | null {
  const link = toLink(text.trim().replace(/^http:\/\//i, 'https://'));
  if (link === null) return null;
  const url = new URL(link);
  const { hostname, pathname } = url;
  if (hostname === 'apps.apple.com' || hostname === 'itunes.apple.com') {
    const id = /\/id(\d{5,15})(?:\/|$)/.exec(pathname)?.[1];
    const country = /^\/([a-z]{2})\//.exec(pathname)?.[1] ?? '';
    if (id !== undefined) return { kind: 'appstore', url: `https://apps.apple.com${pathname}`, id, country };
  }
  if (hostname === 'play.google.com') {
    const id = url.searchParams.get('id') ?? '';
    if (isPlayId(id)) return { kind: 'playstore', url: playLink(id), id, country: '' };
  }
  if (/^(?:www\.)?github\.com$/.test(hostname)) {
    const [, owner = '', name = ''] =
      /^\/([a-z\d][a-z\d-]{0,38})\/([\w.-]{1,100}?)(?:\.git)?(?:\/|$)/i.exec(pathname) ?? [];
    const id = `${owner}/${name}`;
    if (/[^.]/.test(name) && !ofGitHub.test(owner))
      return { kind: 'repository', url: `https://github.com/${id}`, id, country: '' };
  }
  // Without its fragment and the marks that senders of links add.
  url.hash = '';
  for (const name of [...url.searchParams.keys()])
    if (/^(?:utm_\w+|fbclid|gclid)$/.test(name)) url.searchParams.delete(name);
  return { kind: 'website', url: toLink(url.href) ?? url.href, id: '', country: '' };
}

export const playLink = (id: string): string => `https://play.google.com/store/apps/details?id=${id}`;

/** What a link leads to: the same text with and without `www.`, TLS, a slash at the end, or words of a store's page. */
export function placeOf(link: string): string {
  const store = readAddress(link);
  if (store?.kind === 'playstore' || store?.kind === 'appstore') return `${store.kind}:${store.id}`;
  const { hash, host, pathname, search } = new URL(link);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}${hash}`;
}
