import type { SmallDirectory } from './every-write.ts';
import { kindsOf, publicAddresses } from './public-addresses.ts';
import { createComparison, type Call } from './recorded-calls.ts';
import type { SiteAnswer } from './test-site.ts';

/** Headers of a request that counts no view, so that no count changes while a test compares. */
export const unseen = { 'sec-purpose': 'prefetch' };

/** Everything that a visitor sees. */
export const visible = ({ status, headers, text }: SiteAnswer): string =>
  [status, headers.get('content-type'), headers.get('location'), text].join(' ');

interface Answer {
  status: number;
  /** The calls behind it. */
  calls: Call[];
  /** The time of the directory's clock. */
  at: number;
}

interface State {
  /** By address. */
  answers: Map<string, Answer>;
  /** The keys published since the last comparison. */
  published: Set<string>;
}

const states = new WeakMap<SmallDirectory, State>();

function stateOf(directory: SmallDirectory): State {
  const known = states.get(directory);
  if (known) return known;
  const state: State = { answers: new Map(), published: new Set() };
  states.set(directory, state);
  directory.site.product.onChange((keys) => keys.forEach((key) => state.published.add(key)));
  return state;
}

/** Whether a cached answer would have outlived the write that published these keys. */
function outlives({ status, calls, at }: Answer, published: ReadonlySet<string>, now: number): boolean {
  const isCached =
    status === 200 && calls.every(({ returned, keptForMs }) => returned !== null && at + keptForMs > now);
  return isCached && !calls.some(({ keys }) => keys.some((key) => published.has(key)));
}

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
 * requested again while both are the same. If they differ, the answer is compared with a second render; if it is not
 * cached any more, its keys are compared with the published ones.
 * @returns the addresses whose answer is out of date
 */
export async function staleAddresses(
  directory: SmallDirectory,
  { among = /^/, ofEachKind = Infinity, whole = false }: Options = {},
): Promise<string[]> {
  const { site, known, recorder } = directory;
  const state = stateOf(directory);
  const published = new Set(state.published);
  state.published.clear();
  const returnTheSame = createComparison();
  const now = directory.now();
  const stale: string[] = [];
  const asked = new Map<string, number>();
  const kindOf = kindsOf(known);
  for (const path of new Set(await publicAddresses(site, known))) {
    if (!among.test(path)) continue;
    if (ofEachKind < Infinity) {
      const kind = kindOf(path);
      const number = asked.get(kind) ?? 0;
      if (number >= ofEachKind) continue;
      asked.set(kind, number + 1);
    }
    const before = state.answers.get(path);
    const isSame = before !== undefined && (await returnTheSame(before.calls));
    if (!whole && isSame && before.at === now) continue;
    recorder.take();
    const kept = await site.get(path, unseen);
    if (kept.status >= 500) throw new Error(`${path}: ${String(kept.status)} ${kept.text}`);
    let calls = recorder.take();
    if (calls.some(({ key }) => key !== null)) {
      // The answer was just read from the database, perhaps because an earlier write had removed it from the cache.
      if (before && !isSame && outlives(before, published, now)) stale.push(path);
    } else {
      const fresh = await site.render(path, unseen);
      if (fresh.status >= 500) throw new Error(`${path}: ${String(fresh.status)} ${fresh.text}`);
      if (visible(kept) !== visible(fresh)) stale.push(path);
      calls = recorder.take();
    }
    state.answers.set(path, { status: kept.status, calls, at: now });
  }
  return stale;
}
