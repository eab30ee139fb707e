import { parsePage } from './trusted-types.ts';

const skeletons = 4;

/** Turns the link to a list's next page into a button that adds that page in place. A page holds one such list at most. */
export function startLoadMore(): void {
  const list = document.querySelector<HTMLElement>('[data-list]');
  const more = document.querySelector<HTMLElement>('[data-more]');
  const link = more?.querySelector<HTMLAnchorElement>('[data-next]');
  const status = more?.querySelector<HTMLElement>('[data-status]');
  if (!list || !more || !link || !status) return;
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
    link.setAttribute('aria-busy', 'true');
    say(words['loading']);
    const waiting = skeleton
      ? Array.from(
          { length: skeletons },
          () => skeleton.content.firstElementChild?.cloneNode(true) as HTMLElement,
        )
      : [];
    list.append(...waiting);
    const result = await fetchPage(link.href);
    for (const item of waiting) item.remove();
    link.removeAttribute('aria-busy');
    busy = false;
    if (result.kind !== 'page') {
      say(result.kind === 'network' ? words['network'] : words['failed'], true);
      return;
    }
    const first = result.items[0];
    list.append(...result.items);
    dispatchEvent(new Event('grown'));
    // The address that opens the list where it was continued last, for sharing and for coming back.
    history.replaceState(history.state, '', link.href);
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
      // After a failure the reader decides when to try again.
      if (entry?.isIntersecting && !link.hidden && !status.hasAttribute('data-error')) void load(false);
    },
    { rootMargin: '0px 0px 600px' },
  ).observe(more);
}

type Result = { kind: 'page'; items: Element[]; next: string | null } | { kind: 'network' | 'failed' };

/** Reads the next page's own HTML, so that one template makes every item. */
async function fetchPage(url: string): Promise<Result> {
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
    kind: 'page',
    items: [...list.children],
    next: page.querySelector('[data-next]')?.getAttribute('href') ?? null,
  };
}
