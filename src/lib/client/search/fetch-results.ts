// Fetches results while somebody types, as HTML of the search page's own template without the page around it.
import { parsePage } from '../page/trusted-types.ts';

export type Results = { kind: 'page'; results: Element; title: string } | { kind: 'failed' };

/** @param url of the results @returns null if it was aborted */
export async function fetchResults(url: string, signal: AbortSignal): Promise<Results | null> {
  try {
    const response = await fetch(url, { signal });
    const page = parsePage(await response.text());
    const results = page.querySelector('[data-results]');
    return response.ok && results ? { kind: 'page', results, title: page.title } : { kind: 'failed' };
  } catch {
    return signal.aborted ? null : { kind: 'failed' };
  }
}
