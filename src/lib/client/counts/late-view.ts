// The server counts no view of a page that is fetched ahead, because nobody may open it. Once it is open, the same
// request is sent again without that note: the server counts it, and usually answers 304 without a body.

/** Not in TypeScript's DOM types, because only some browsers have them. */
interface Speculated {
  activationStart?: number;
  deliveryType?: string;
}

/** Pages that count their views. */
const counted = /^\/(?:app|user|u)\/[^/]+\/?$/;

export function startLateView(): void {
  if (!counted.test(location.pathname)) return;
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', countView, { once: true });
  else countView();
}

function countView(): void {
  const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & Speculated)[];
  if (entry?.deliveryType !== 'navigational-prefetch' && !entry?.activationStart) return;
  // A view that cannot be reported is not counted, as if scripts were off.
  void fetch(location.href).catch(() => undefined);
}
