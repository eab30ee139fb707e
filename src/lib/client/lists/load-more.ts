import { fetchPart } from './list-part.ts';
import { noteLeaving, notePlace, placeLeft, restorePlace, type ContinuedList } from './list-place.ts';

const skeletons = 4;

/** Ends the listeners of the earlier list, which search replaces while somebody types. */
let earlier: AbortController | undefined;

/** Turns the link to a list's next page into a button that appends that page. A page has one such list at most. */
export function startLoadMore(): void {
  const list = document.querySelector<HTMLElement>('[data-list]');
  const more = document.querySelector<HTMLElement>('[data-more]');
  const link = more?.querySelector<HTMLAnchorElement>('[data-next]');
  const status = more?.querySelector<HTMLElement>('[data-status]');
  earlier?.abort();
  if (!list) return;
  earlier = new AbortController();
  const continued: ContinuedList = {
    list,
    parts: [{ url: location.pathname + location.search, count: list.children.length }],
  };
  noteLeaving(continued, earlier.signal);
  const place = placeLeft();
  const restored = place && restorePlace(continued, place);
  if (!more || !link || !status) return;
  void restored?.then((next) => {
    if (next) link.href = next;
    else link.hidden = next === null;
  });
  const words = more.dataset;
  const label = link.textContent;
  const skeleton = document.querySelector<HTMLTemplateElement>('template[data-skeleton]');
  let busy = false;

  const say = (text = '', failed = false): void => {
    status.toggleAttribute('data-error', failed);
    status.textContent = text;
    link.textContent = (failed && words['retry']) || label;
  };

  async function load(moveFocus: boolean): Promise<void> {
    if (busy || !list || !more || !link) return;
    busy = true;
    await restored;
    link.setAttribute('aria-busy', 'true');
    say(words['loading']);
    const waiting = skeleton
      ? Array.from(
          { length: skeletons },
          () => skeleton.content.firstElementChild?.cloneNode(true) as HTMLElement,
        )
      : [];
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
  }

  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void load(true);
  });
  if (words['auto'] === undefined) return;
  new IntersectionObserver(
    ([entry]) => {
      // After a failure the next try needs a press.
      if (entry?.isIntersecting && !link.hidden && !status.hasAttribute('data-error')) void load(false);
    },
    { rootMargin: '0px 0px 600px' },
  ).observe(more);
}
