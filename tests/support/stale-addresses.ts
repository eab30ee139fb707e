import type { SmallDirectory } from './every-write.ts';
import { kindOf, publicAddresses } from './public-addresses.ts';
import { createComparison } from './recorded-calls.ts';
import type { SiteAnswer } from './test-site.ts';

/** Headers of a request that counts no view, so that no count changes while a test compares. */
export const unseen = { 'sec-purpose': 'prefetch' };

/** Everything that a visitor sees. */
export const visible = ({ status, headers, text }: SiteAnswer): string =>
  [status, headers.get('content-type'), headers.get('location'), text].join(' ');

interface Options {
  /** Limits the addresses to those that match. */
  among?: RegExp;
  /** Limits the number of addresses of each kind, such as pages of apps. */
  ofEachKind?: number;
  /** Compares every answer, even if its reads return the same as when it was made. */
  whole?: boolean;
}

/**
 * Requests every public address, which caches it. An answer depends on its reads and on the time, so an address is not
 * requested again while both are the same.
 * @returns the addresses whose answer is out of date
 */
export async function staleAddresses(
  directory: SmallDirectory,
  { among = /^/, ofEachKind = Infinity, whole = false }: Options = {},
): Promise<string[]> {
  const { site, known, recorder, answers } = directory;
  const returnTheSame = createComparison();
  const now = directory.now();
  const stale: string[] = [];
  const asked = new Map<string, number>();
  for (const path of new Set(await publicAddresses(site, known))) {
    const kind = kindOf(path, known);
    const number = asked.get(kind) ?? 0;
    if (!among.test(path) || number >= ofEachKind) continue;
    asked.set(kind, number + 1);
    const before = answers.get(path);
    if (!whole && before?.at === now && (await returnTheSame(before.calls))) continue;
    recorder.take();
    const kept = await site.get(path, unseen);
    if (kept.status >= 500) throw new Error(`${path}: ${String(kept.status)} ${kept.text}`);
    let calls = recorder.take();
    // An answer that was just read from the database equals a second render.
    if (!calls.some(({ key }) => key !== null)) {
      const fresh = await site.render(path, unseen);
      if (fresh.status >= 500) throw new Error(`${path}: ${String(fresh.status)} ${fresh.text}`);
      if (visible(kept) !== visible(fresh)) stale.push(path);
      calls = recorder.take();
    }
    answers.set(path, { calls, at: now });
  }
  return stale;
}
