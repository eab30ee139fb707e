import type { SmallDirectory } from './every-write.ts';
import { publicAddresses } from './public-addresses.ts';
import type { SiteAnswer } from './test-site.ts';

/** Counts no view, so that no count changes while a test compares. */
export const unseen = { 'sec-purpose': 'prefetch' };

/** All that a visitor is shown. */
export const visible = ({ status, headers, text }: SiteAnswer): string =>
  [status, headers.get('content-type'), headers.get('location'), text].join(' ');

/**
 * Asks for every public address, which then is kept.
 * @param among only those addresses
 * @returns the addresses that answer with what was there before
 */
export async function staleAddresses(directory: SmallDirectory, among = /^/): Promise<string[]> {
  const { site, known, reads } = directory;
  const stale: string[] = [];
  for (const path of new Set(await publicAddresses(site, known))) {
    if (!among.test(path)) continue;
    const before = reads();
    const kept = await site.get(path, unseen);
    if (kept.status >= 500) throw new Error(`${path}: ${String(kept.status)} ${kept.text}`);
    // The answer was read from the database just now, as another one would be.
    if (reads() > before) continue;
    const fresh = await site.render(path, unseen);
    if (fresh.status >= 500) throw new Error(`${path}: ${String(fresh.status)} ${fresh.text}`);
    if (visible(kept) !== visible(fresh)) stale.push(path);
  }
  return stale;
}
