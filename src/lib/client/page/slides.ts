/** A horizontally scrolling track whose items are each as wide as the track. */
export interface Slides {
  index: () => number;
  /** Wraps around at both ends. */
  go: (index: number) => void;
  /** Jumps without an animation. */
  set: (index: number) => void;
}

export const calm = matchMedia('(prefers-reduced-motion: reduce)');

export function slidesOf(track: HTMLElement, onChange: (index: number) => void): Slides {
  const scroll = (to: number, behavior: ScrollBehavior): void => {
    const count = track.children.length || 1;
    track.scrollTo({ left: ((to + count) % count) * track.clientWidth, behavior });
  };
  let last = 0;
  track.addEventListener(
    'scroll',
    () => {
      const now = Math.round(track.scrollLeft / track.clientWidth);
      // NaN while the track is hidden.
      if (now !== last && now >= 0) onChange((last = now));
    },
    { passive: true },
  );
  return {
    index: () => last,
    go: (to) => scroll(to, calm.matches ? 'instant' : 'smooth'),
    set: (to) => {
      scroll((last = to), 'instant');
      onChange(to);
    },
  };
}

/** Calls `step` every `ms`, except while `area` is hovered or has the focus, and in a hidden tab. */
export function rotate(area: HTMLElement, ms: number, step: () => void): { stop: () => void } {
  const timer = setInterval(() => {
    if (document.hidden || area.matches(':hover, :focus-within')) return;
    step();
  }, ms);
  return { stop: () => clearInterval(timer) };
}
