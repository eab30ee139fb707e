// Restores a list that was continued when somebody comes back to it and the browser has not kept the page. The address
// names the part of the list with the app that was opened; the parts around it are fetched again.
import { fetchPart, type Part } from './list-part.ts';
import type { Place } from './place-left.ts';

export interface ContinuedList {
  list: HTMLElement;
  /** Address and number of items of each part. */
  parts: { url: string; count: number }[];
}

/** Stores the place in the history, and makes the part's address the page's. */
export function notePlace({ parts }: ContinuedList, open: number, item?: Element): void {
  const url = parts[open]?.url;
  if (url === undefined) return;
  const place: Place = {
    parts: parts.map((part) => part.url),
    open,
    href: item && hrefOf(item),
    ...(item && { top: item.getBoundingClientRect().top }),
  };
  history.replaceState({ list: place }, '', url);
  // Otherwise the browser would scroll to the item's place in the longer list.
  history.scrollRestoration = item ? 'manual' : 'auto';
}

/** Notes the item at which somebody leaves the list: the pressed one, or else the first visible one. */
export function noteLeaving(continued: ContinuedList, signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      // Mail links, other tabs and sheets of this page do not leave the list.
      if (!link?.host || link.target || continued.parts.length < 2) return;
      if (link.hash && link.href.split('#')[0] === location.href.split('#')[0]) return;
      const items = [...continued.list.children];
      const item =
        items.find((each) => each.contains(link)) ??
        items.find((each) => each.getBoundingClientRect().bottom > 0);
      let [open, beyond] = [0, continued.parts[0]?.count ?? 0];
      while (item && items.indexOf(item) >= beyond && open < continued.parts.length - 1) {
        open += 1;
        beyond += continued.parts[open]?.count ?? 0;
      }
      notePlace(continued, open, item);
    },
    { signal },
  );
}

/**
 * Scrolls to the item's old place, then adds the other parts around it.
 * @returns address of the next part; null after the last one; undefined if the parts could not be fetched
 */
export async function restorePlace(
  continued: ContinuedList,
  place: Place,
): Promise<string | null | undefined> {
  const { list } = continued;
  const own = [...list.children];
  const item = own.find((each) => hrefOf(each) === place.href);
  if (item && place.top !== undefined)
    scrollBy({ top: item.getBoundingClientRect().top - place.top, behavior: 'instant' });
  const parts = await Promise.all(
    place.parts.map(async (url, index) => (index === place.open ? null : await fetchPart(url))),
  );
  if (!list.isConnected || parts.some((part) => part && part.kind !== 'part')) return undefined;
  const itemsOf = (part: Part | null | undefined) => (part?.kind === 'part' ? part.items : []);
  const before = item?.getBoundingClientRect().top ?? 0;
  list.prepend(...parts.slice(0, place.open).flatMap(itemsOf));
  list.append(...parts.slice(place.open + 1).flatMap(itemsOf));
  const [first, last] = [parts[0], parts.at(-1)];
  if (first?.kind === 'part' && first.isNewest) document.querySelector('.newest')?.remove();
  if (item) scrollBy({ top: item.getBoundingClientRect().top - before, behavior: 'instant' });
  continued.parts = place.parts.map((url, index) => ({
    url,
    count: index === place.open ? own.length : itemsOf(parts[index]).length,
  }));
  dispatchEvent(new Event('grown'));
  return last?.kind === 'part' ? last.next : undefined;
}

function hrefOf(item: Element): string | undefined {
  return item.querySelector('a')?.getAttribute('href') ?? undefined;
}
