import { fetchPart } from './list-part.ts';
import { noteLeaving, notePlace, restorePlace, type ContinuedList } from './list-place.ts';
import { placeLeft } from './place-left.ts';

const skeletons = 4;

/**
 * Restores a list that somebody comes back to.
 * @param signal ends when another list replaces this one
 * @returns appends the next page of the list
 */
export function continueList(list: HTMLElement, signal: AbortSignal): (moveFocus: boolean) => void {
  const more = document.querySelector<HTMLElement>('[data-more]');
  const link = more?.querySelector<HTMLAnchorElement>('[data-next]');
  const status = more?.querySelector<HTMLElement>('[data-status]');
  const continued: ContinuedList = {
    list,
    parts: [{ url: location.pathname + location.search, count: list.children.length }],
  };
  noteLeaving(continued, signal);
  const place = placeLeft();
  const restored = place && restorePlace(continued, place);
  if (!more || !link || !status) return () => undefined;
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

  const load = async (moveFocus: boolean): Promise<void> => {
    if (busy) return;
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
  };
  return (moveFocus) => void load(moveFocus);
}
