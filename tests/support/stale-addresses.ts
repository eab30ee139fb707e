import type { SmallDirectory } from './every-write.ts';
import { kindOf, publicAddresses } from './public-addresses.ts';
import { createComparison } from './recorded-calls.ts';
import type { SiteAnswer } from './test-site.ts';

/** Counts no view, so that no count changes while a test compares. */
export const unseen = { 'sec-purpose': 'prefetch' };

/** All that a visitor is shown. */
export const visible = ({ status, headers, text }: SiteAnswer): string =>
  [status, headers.get('content-type'), headers.get('location'), text].join(' ');

interface Options {
  /** Asks only for these addresses. */
  among?: RegExp;
  /** Asks for as many addresses of each kind, such as those of apps. */
  ofEachKind?: number;
  /** Compares every answer, also those whose reads return what they returned when the answer was made. */
  whole?: boolean;
}

/**
 * Asks for every public address, which then is kept. An answer is made of its reads and the time, so one is not asked
 * for again while both are the same.
 * @returns the addresses that answer with what was there before
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
    // Else the answer was read from the database just now, as another one would be.
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
