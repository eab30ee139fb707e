/** Event of the window: a script of the page did not load. form-status.ts of a page with forms waits for it. */
export const scriptFailed = 'late-script-failed';

/** Milliseconds before the scripts load without a paint, as in a background tab. */
const unpaintedMs = 1_000;

/**
 * Loads the page's scripts (scripts/late-scripts.ts) after the first paint, when the browser is idle. Every page can be
 * read without them, so on a slow connection they must not compete with its content.
 */
export function loadLateScripts(): void {
  const fail = (): boolean => dispatchEvent(new Event(scriptFailed));
  let isLoaded = false;
  const load = (): void => {
    if (isLoaded) return;
    isLoaded = true;
    for (const { dataset } of document.querySelectorAll<HTMLElement>('script[data-src]'))
      import(/* @vite-ignore */ dataset['src'] ?? '').catch(fail);
  };
  addEventListener('DOMContentLoaded', () => {
    setTimeout(load, unpaintedMs);
    new PerformanceObserver(() => {
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(load);
      else setTimeout(load);
    }).observe({ type: 'paint', buffered: true });
  });
}
