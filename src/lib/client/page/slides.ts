// Tracks that scroll sideways: the slogans of the home page, and the screenshots of an app.
export const calm = matchMedia('(prefers-reduced-motion: reduce)');

export const screenshotRotationMs = 8_000;

/** A horizontally scrolling track whose items are each as wide as the track. It wraps around at both ends. */
export function slidesOf(track: HTMLElement, onChange: (index: number) => void) {
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
    go: (to: number) => scroll(to, calm.matches ? 'instant' : 'smooth'),
    set: (to: number) => {
      scroll((last = to), 'instant');
      onChange(to);
    },
  };
}

/**
 * Calls `step` every `ms`, except while `area` is hovered or has the focus, and in a hidden tab.
 * @returns stops it
 */
export function rotate(area: HTMLElement, ms: number, step: () => void): () => void {
  const timer = setInterval(() => {
    if (!document.hidden && !area.matches(':hover, :focus-within')) step();
  }, ms);
  return () => clearInterval(timer);
}

const secondsPerSlogan = 6;

/** Arrows, dots and slow rotation of the slogans. They rotate once, and stop for good at the first touch. */
export function startCarousel(): void {
  const carousel = document.querySelector<HTMLElement>('[data-carousel]');
  const track = carousel?.querySelector<HTMLElement>('[data-track]');
  if (!carousel || !track) return;
  const dots = carousel.querySelectorAll<HTMLElement>('[data-dot]');
  const slides = slidesOf(track, (index) => {
    for (const [position, dot] of dots.entries()) dot.ariaCurrent = position === index ? 'true' : null;
  });
  const stop = calm.matches
    ? null
    : rotate(carousel, secondsPerSlogan * 1000, () => {
        const next = slides.index() + 1;
        slides.go(next);
        if (next >= dots.length) stop?.();
      });
  for (const kind of ['pointerdown', 'keydown', 'wheel'] as const)
    carousel.addEventListener(kind, () => stop?.(), { passive: true });
  carousel.addEventListener('click', ({ target }) => {
    const { dot, step } = (target instanceof Element && target.closest<HTMLElement>('button')?.dataset) || {};
    if (dot !== undefined) slides.go(Number(dot));
    if (step !== undefined) slides.go(slides.index() + Number(step));
  });
}
