import type { SmallDirectory } from './every-write.ts';
import { publicAddresses } from './public-addresses.ts';
import type { SiteAnswer } from './test-site.ts';

/** Headers of a request that counts no view, so that no count changes while a test compares. */
export const unseen = { 'sec-purpose': 'prefetch' };

/** Everything that a visitor sees. */
export const visible = ({ status, headers, text }: SiteAnswer): string =>
  [status, headers.get('content-type'), headers.get('location'), text].join(' ');

/**
 * Requests every public address, which caches it.
 * @param among limits the addresses to those that match
 * @returns the addresses whose answer is out of date
 */
export async function staleAddresses(directory: SmallDirectory, among = /^/): Promise<string[]> {
  const { site, known, reads } = directory;
  const stale: string[] = [];
  for (const path of new Set(await publicAddresses(site, known))) {
    if (!among.test(path)) continue;
    const before = reads();
    const kept = await site.get(path, unseen);
    if (kept.status >= 500) throw new Error(`${path}: ${String(kept.status)} ${kept.text}`);
    // The answer was just read from the database, so a second render would be equal.
    if (reads() > before) continue;
    const fresh = await site.render(path, unseen);
    if (fresh.status >= 500) throw new Error(`${path}: ${String(fresh.status)} ${fresh.text}`);
    if (visible(kept) !== visible(fresh)) stale.push(path);
  }
  return stale;
}
