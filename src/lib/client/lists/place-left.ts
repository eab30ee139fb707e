/** Where somebody has left a list that was continued, as the history keeps it. */
export interface Place {
  /** Addresses of the parts of the list, in order. */
  parts: string[];
  /** Index of the part that the address names. */
  open: number;
  /** Address of the item at which the list was left, and its distance from the top of the window in pixels. */
  href?: string | undefined;
  top?: number;
}

/** @returns the place to come back to; null if the page was not opened by going back or forward */
export function placeLeft(): Place | null {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const place = (history.state as { list?: Place } | null)?.list;
  const isHere = place?.parts[place.open] === location.pathname + location.search;
  return place && isHere && entry?.type === 'back_forward' ? place : null;
}
