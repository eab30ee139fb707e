// Fetches a part of a list as the HTML of its page, so that one template renders every item.
import { parsePage } from '../page/trusted-types.ts';

interface FetchedPart {
  kind: 'part';
  items: Element[];
  next: string | null;
  isNewest: boolean;
  /** Of a list of saved apps the ids of those that were deleted. */
  gone: string[];
}

export type Part = FetchedPart | { kind: 'network' | 'failed' };

export async function fetchPart(url: string): Promise<Part> {
  let response: Response;
  let html: string;
  try {
    response = await fetch(url);
    html = await response.text();
  } catch {
    return { kind: 'network' };
  }
  if (!response.ok) return { kind: 'failed' };
  const page = parsePage(html);
  const list = page.querySelector('[data-list]');
  if (!list) return { kind: 'failed' };
  return {
    kind: 'part',
    items: [...list.children],
    next: page.querySelector('[data-next]')?.getAttribute('href') ?? null,
    isNewest: page.querySelector('.newest') === null,
    gone: page.querySelector<HTMLElement>('[data-gone]')?.dataset['gone']?.split(' ') ?? [],
  };
}
