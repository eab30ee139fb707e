// Where a continued list was left. Browsers that do not keep the page itself build it anew when somebody comes back:
// the address then names the part with the app that was opened, and the parts around it are fetched and put in their
// places.
import { fetchPart, type Part } from './list-part.ts';

interface Place {
  /** Addresses of the parts that the list had, in order. */
  parts: string[];
  /** Which of them the address names. */
  open: number;
  /** Address that the item at which the list was left leads to, and how far it stood below the top of the window. */
  href?: string | undefined;
  top?: number;
}

export interface ContinuedList {
  list: HTMLElement;
  /** Of each part: its address, and how many items came with it. */
  parts: { url: string; count: number }[];
}

/** The address is the one to share and to come back to. */
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
  // The browser would scroll to where the item stood in the longer list.
  history.scrollRestoration = item ? 'manual' : 'auto';
}

/** Notes the item at which somebody leaves the list: the one that was pressed, else the first in sight. */
export function noteLeaving(continued: ContinuedList, signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      // A mail or another tab leaves the list in place, and so does a sheet that an address of this page opens.
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

/** What somebody comes back to; null where the page was opened in another way. */
export function placeLeft(): Place | null {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const place = (history.state as { list?: Place } | null)?.list;
  const isHere = place?.parts[place.open] === location.pathname + location.search;
  return place && isHere && entry?.type === 'back_forward' ? place : null;
}

/**
 * Puts the item back where it stood, then the other parts around it.
 * @returns address of the part that follows, null after the last one; undefined where the parts could not be fetched
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
