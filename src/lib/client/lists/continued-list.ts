// Continues a list by its next pages, and fetches these again when somebody comes back to it and the browser has not
// kept the page.
import { placeLeft, type Place } from '../page/page.ts';
import { parsePage } from '../page/trusted-types.ts';

interface FetchedPart {
  kind: 'part';
  items: Element[];
  next: string | null;
  /** Of a list of saved apps the ids of those that were deleted. */
  gone: string[];
}

type Part = FetchedPart | { kind: 'network' | 'failed' };

/** Fetches a part of a list as the HTML of its page, so that one template renders every item. */
export async function fetchPart(url: string): Promise<Part> {
  const html = await fetch(url)
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => null);
  if (html === null) return { kind: 'network' };
  const page = parsePage(html);
  const list = page.querySelector('[data-list]');
  if (!list) return { kind: 'failed' };
  return {
    kind: 'part',
    items: [...list.children],
    next: page.querySelector('[data-next]')?.getAttribute('href') ?? null,
    gone: page.querySelector<HTMLElement>('[data-gone]')?.dataset['gone']?.split(' ') ?? [],
  };
}

const skeletons = 4;

/**
 * @param signal ends when another list replaces this one
 * @param say tells how it goes beside the list
 * @returns appends the next page of the list
 */
export function continueList(
  { list, more, link }: { list: HTMLElement; more: HTMLElement; link: HTMLAnchorElement },
  signal: AbortSignal,
  say: (text?: string, failed?: boolean) => void,
): (moveFocus: boolean) => void {
  const words = more.dataset;
  const skeleton = document.querySelector<HTMLTemplateElement>('template[data-skeleton]');
  const parts: string[] = [];

  const notePlace = (): void => {
    if (parts.length > 0) history.replaceState({ list: { parts, top: scrollY } satisfies Place }, '');
  };
  // The history takes no more notes once a page is left.
  document.addEventListener('click', notePlace, { signal, capture: true });

  const add = (url: string, { items, next }: FetchedPart): void => {
    parts.push(url);
    list.append(...items);
    if (next) link.href = next;
    else link.hidden = true;
    dispatchEvent(new Event('grown'));
  };

  const restore = async (place: Place): Promise<void> => {
    const fetched = await Promise.all(place.parts.map(fetchPart));
    if (!list.isConnected) return;
    for (const [index, part] of fetched.entries()) {
      if (part.kind !== 'part') break;
      add(place.parts[index] ?? '', part);
    }
    scrollTo({ top: place.top, behavior: 'instant' });
  };
  const place = placeLeft();
  const restored = place && restore(place);
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
    const isFocused = moveFocus || document.activeElement === link;
    add(link.href, result);
    notePlace();
    say(words['loaded']);
    // A link that only the owner sees takes no focus.
    if (isFocused)
      result.items[0]?.querySelector<HTMLElement>('a:not([hidden])')?.focus({ preventScroll: true });
  };
  return (moveFocus) => void load(moveFocus);
}
