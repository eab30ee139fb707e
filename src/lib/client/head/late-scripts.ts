/** Until the scripts are loaded where nothing tells of a paint, as in a tab in the background. */
const unpaintedMs = 1_000;

/**
 * Loads the page's scripts (scripts/late-scripts.ts) when the page has been drawn and the browser is idle. Every page
 * can be read without them, so on a slow line they must not compete with what it shows.
 */
export function loadLateScripts(onFailure: () => void): void {
  let isLoaded = false;
  const load = (): void => {
    if (isLoaded) return;
    isLoaded = true;
    for (const { dataset } of document.querySelectorAll<HTMLElement>('script[data-src]'))
      import(/* @vite-ignore */ dataset['src'] ?? '').catch(onFailure);
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
