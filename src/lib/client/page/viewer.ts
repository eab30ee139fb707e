import { calm, slidesOf } from './slides.ts';

/**
 * Prepares the dialog with the strip's screenshots: swipes, arrow keys and slow rotation.
 * @returns a function that opens it at one of the strip's links; null if the page has no dialog
 */
export function prepareViewer(strip: HTMLElement): ((link: HTMLAnchorElement) => void) | null {
  const viewer = document.querySelector<HTMLDialogElement>('[data-viewer]');
  const track = viewer?.querySelector<HTMLElement>('[data-track]');
  const count = viewer?.querySelector<HTMLElement>('[data-count]');
  const pause = viewer?.querySelector<HTMLElement>('[data-pause]');
  if (!viewer || !track || !count || !pause) return null;
  const links = [...strip.querySelectorAll<HTMLAnchorElement>('a')];
  const slides = slidesOf(track, (index) => {
    count.textContent = `${String(index + 1)} / ${String(links.length)}`;
  });
  const setPaused = (paused: boolean): void => {
    pause.setAttribute('aria-pressed', String(paused));
    // Screen readers announce a slide only if a person moved to it.
    count.setAttribute('aria-live', paused ? 'polite' : 'off');
  };
  const isPaused = (): boolean => pause.getAttribute('aria-pressed') === 'true';
  const move = (step: number): void => {
    setPaused(true);
    slides.go(slides.index() + step);
  };

  const open = (link: HTMLAnchorElement): void => {
    if (track.childElementCount === 0) track.append(...links.map(slideOf));
    setPaused(calm.matches || links.length < 2);
    viewer.showModal();
    slides.set(links.indexOf(link));
    const rotation = setInterval(() => {
      if (!isPaused() && !document.hidden) slides.go(slides.index() + 1);
    }, Number(viewer.dataset['rotate']));
    viewer.addEventListener(
      'close',
      () => {
        clearInterval(rotation);
        links[slides.index()]?.focus();
      },
      { once: true },
    );
  };
  viewer.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (button === pause) setPaused(!isPaused());
    else if (button?.dataset['step']) move(Number(button.dataset['step']));
  });
  viewer.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step);
  });
  track.addEventListener('pointerdown', () => setPaused(true));
  return open;
}

function slideOf(link: HTMLAnchorElement): HTMLElement {
  const slide = document.createElement('li');
  const picture = link.querySelector('picture')?.cloneNode(true);
  if (!(picture instanceof HTMLElement)) return slide;
  for (const part of picture.querySelectorAll<HTMLImageElement | HTMLSourceElement>('source, img'))
    part.sizes = '100vw';
  const image = picture.querySelector('img');
  if (image) image.alt = link.getAttribute('aria-label') ?? '';
  slide.append(picture);
  return slide;
}
