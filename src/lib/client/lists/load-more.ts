import { opensElsewhere, placeLeft } from '../page/page.ts';

/** Ends the listeners of the earlier list, which search replaces while somebody types. */
let earlier: AbortController | undefined;

/**
 * Turns the link to a list's next page into a button that appends that page. A page has one such list at most. Most
 * visits continue no list, so the rest is loaded when it is wanted.
 */
export function startLoadMore(): void {
  const list = document.querySelector<HTMLElement>('[data-list]');
  const more = document.querySelector<HTMLElement>('[data-more]');
  const link = more?.querySelector<HTMLAnchorElement>('[data-next]');
  earlier?.abort();
  if (!list || !more || !link) return;
  const { signal } = (earlier = new AbortController());
  const status = more.querySelector<HTMLElement>('[data-status]');
  const label = link.textContent;
  const say = (text = '', failed = false): void => {
    status?.toggleAttribute('data-error', failed);
    if (status) status.textContent = text;
    link.textContent = (failed && more.dataset['retry']) || label;
  };
  let started: Promise<(moveFocus: boolean) => void> | undefined;
  const start = () =>
    (started ??= import('./continued-list.ts').then(
      ({ continueList }) => {
        say();
        return continueList({ list, more, link }, signal, say);
      },
      (error: unknown) => {
        // The next press fetches the script again.
        started = undefined;
        throw error;
      },
    ));
  // Without its script the list stays as it is.
  if (placeLeft()) start().catch(() => undefined);
  link.addEventListener('click', (event) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    start().then(
      (load) => load(true),
      () => {
        // Without the script the link opens the next page.
        if (navigator.onLine) location.href = link.href;
        else say(more.dataset['network'], true);
      },
    );
  });
  if (more.dataset['auto'] === undefined) return;
  new IntersectionObserver(
    ([entry]) => {
      // After a failure the next try needs a press.
      if (entry?.isIntersecting && !link.hidden && !more.querySelector('[data-error]'))
        start().then(
          (load) => load(false),
          () => undefined,
        );
    },
    { rootMargin: '0px 0px 600px' },
  ).observe(more);
}
