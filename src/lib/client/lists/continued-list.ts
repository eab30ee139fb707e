// Continues a list by its next pages. Restores it when somebody comes back to it and the browser has not kept the page:
// the address names the part of the list with the app that was opened; the parts around it are fetched again.
import { opensElsewhere, placeLeft, type Place } from '../page/page.ts';
import { parsePage } from '../page/trusted-types.ts';

interface FetchedPart {
  kind: 'part';
  items: Element[];
  next: string | null;
  isNewest: boolean;
  /** Of a list of saved apps the ids of those that were deleted. */
  gone: string[];
}

type Part = FetchedPart | { kind: 'network' | 'failed' };

/** Fetches a part of a list as the HTML of its page, so that one template renders every item. */
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

interface ContinuedList {
  list: HTMLElement;
  /** Address and number of items of each part. */
  parts: { url: string; count: number }[];
}

/** Stores the place in the history, and makes the part's address the page's. */
function notePlace({ parts }: ContinuedList, open: number, item?: Element): void {
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
function noteLeaving(continued: ContinuedList, signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      if (event.defaultPrevented || opensElsewhere(event)) return;
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
async function restorePlace(continued: ContinuedList, place: Place): Promise<string | null | undefined> {
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

const skeletons = 4;

/**
 * Restores a list that somebody comes back to.
 * @param signal ends when another list replaces this one
 * @param say tells how it goes beside the list
 * @returns appends the next page of the list
 */
export function continueList(
  list: HTMLElement,
  signal: AbortSignal,
  say: (text?: string, failed?: boolean) => void,
): (moveFocus: boolean) => void {
  const more = document.querySelector<HTMLElement>('[data-more]');
  const link = more?.querySelector<HTMLAnchorElement>('[data-next]');
  const continued: ContinuedList = {
    list,
    parts: [{ url: location.pathname + location.search, count: list.children.length }],
  };
  noteLeaving(continued, signal);
  const place = placeLeft();
  const restored = place && restorePlace(continued, place);
  if (!more || !link) return () => undefined;
  void restored?.then((next) => {
    if (next) link.href = next;
    else link.hidden = next === null;
  });
  const words = more.dataset;
  const skeleton = document.querySelector<HTMLTemplateElement>('template[data-skeleton]');
  let busy = false;

  const load = async (moveFocus: boolean): Promise<void> => {
    if (busy) return;
    busy = true;
    await restored;
    link.setAttribute('aria-busy', 'true');
    say(words['loading']);
    const waiting = Array.from(
      { length: skeleton ? skeletons : 0 },
      () => skeleton?.content.firstElementChild?.cloneNode(true) as HTMLElement,
    );
    list.append(...waiting);
    const result = await fetchPart(link.href);
    for (const item of waiting) item.remove();
    link.removeAttribute('aria-busy');
    busy = false;
    // Search has replaced the list meanwhile.
    if (!list.isConnected) return;
    if (result.kind !== 'part') {
      say(result.kind === 'network' ? words['network'] : words['failed'], true);
      return;
    }
    const first = result.items[0];
    list.append(...result.items);
    dispatchEvent(new Event('grown'));
    const { pathname, search } = new URL(link.href);
    continued.parts.push({ url: pathname + search, count: result.items.length });
    notePlace(continued, continued.parts.length - 1);
    say(words['loaded']);
    if (moveFocus || document.activeElement === link)
      first?.querySelector('a')?.focus({ preventScroll: true });
    if (result.next) link.href = result.next;
    else link.hidden = true;
  };
  return (moveFocus) => void load(moveFocus);
}
