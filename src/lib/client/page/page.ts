// Small things that scripts ask of the page around them.

/** Adds styles of a part that a script makes, so that pages without it do not carry them. */
export function addStyle(text: string): void {
  const style = document.createElement('style');
  style.textContent = text;
  document.head.append(style);
}

/** The operator's address (`CONTACT_EMAIL`), from the footer of the page. */
export function contactEmail(): string {
  return document.querySelector<HTMLElement>('[data-contact]')?.dataset['contact'] ?? '';
}

/** The name of the site, which an operator may have changed after the build. */
export function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
}

/**
 * The path of one of this site's addresses. Pages may load pictures of their own origin only, and a visitor may reach
 * the site by another host name than that of the address.
 */
export function ownPath(url: string): string {
  return new URL(url, location.href).pathname;
}

/** A part that is loaded late. Without its script the page does without it. */
export const late = <Part>(part: Promise<Part>, start: (loaded: Part) => unknown): void =>
  void part.then(start, () => undefined);

/** Runs when going back restores the page from memory, in the state in which it was left. */
export const onRestored = (run: () => unknown): void =>
  addEventListener('pageshow', ({ persisted }) => persisted && run());

/** A field with a text that waits to be sent (search-keys.ts marks them). */
export const unsentField = (): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>('[data-typed]')].find(({ value }) => value !== '');

/** Whether a press of a link opens it elsewhere. */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  metaKey || ctrlKey || shiftKey;

/**
 * Reserves space for a bar over the end of the page: the floating button moves up, and the page grows by the bar's
 * height.
 * @param bar null when it is gone
 */
export function reserveSpaceFor(bar: HTMLElement | null): void {
  document.documentElement.style.setProperty('--bar', `${String(bar?.offsetHeight ?? 0)}px`);
}

/** Where somebody has left a list that was continued, as the history keeps it. */
export interface Place {
  /** Addresses of the parts that were added to the first one. */
  parts: string[];
  /** How far the page was scrolled, in pixels. */
  top: number;
}

/** @returns the place to come back to; null for a page that is opened anew */
export function placeLeft(): Place | null {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return (entry?.type !== 'navigate' && (history.state as { list?: Place } | null)?.list) || null;
}

/** The Network Information API. TypeScript does not know what only some browsers have of it. */
export const connection = (): { saveData?: boolean; type?: string; effectiveType?: string } =>
  (navigator as { connection?: object }).connection ?? {};
