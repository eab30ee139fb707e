import { calm, rotate, slidesOf } from './slides.ts';

const secondsPerSlogan = 6;

/** Arrows, dots and slow rotation of the slogans. They rotate once, and stop for good at the first touch. */
export function startCarousel(): void {
  const carousel = document.querySelector<HTMLElement>('[data-carousel]');
  const track = carousel?.querySelector<HTMLElement>('[data-track]');
  if (!carousel || !track) return;
  const dots = carousel.querySelectorAll<HTMLElement>('[data-dot]');
  const slides = slidesOf(track, (index) => {
    dots.forEach((dot, position) => {
      if (position === index) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    });
  });
  const rotation = calm.matches
    ? null
    : rotate(carousel, secondsPerSlogan * 1000, () => {
        const next = slides.index() + 1;
        slides.go(next);
        if (next >= dots.length) rotation?.stop();
      });
  for (const kind of ['pointerdown', 'keydown', 'wheel'] as const) {
    carousel.addEventListener(kind, () => rotation?.stop(), { passive: true });
  }
  carousel.addEventListener('click', ({ target }) => {
    const { dot, step } = (target instanceof Element && target.closest<HTMLElement>('button')?.dataset) || {};
    if (dot !== undefined) slides.go(Number(dot));
    if (step !== undefined) slides.go(slides.index() + Number(step));
  });
}
