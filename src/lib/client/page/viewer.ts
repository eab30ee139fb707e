import viewerStyle from '../../../styles/parts/viewer.css?inline';
import { screenshotRotationMs } from '../../shared/schemas/limits.ts';
import { addStyle } from './add-style.ts';
import { calm, slidesOf } from './slides.ts';
import { addViewer } from './viewer-dialog.ts';

/**
 * Prepares the dialog with the strip's screenshots: swipes, arrow keys and slow rotation.
 * @returns a function that opens it at one of the strip's links; null if the dialog could not be made
 */
export function prepareViewer(strip: HTMLElement): ((link: HTMLAnchorElement) => void) | null {
  const parts = addViewer(strip);
  if (!parts) return null;
  const { viewer, track, count, pause, report } = parts;
  addStyle(viewerStyle);
  const links = [...strip.querySelectorAll<HTMLAnchorElement>('a')];
  const slides = slidesOf(track, (index) => {
    count.textContent = `${String(index + 1)} / ${String(links.length)}`;
    report.href = links[index]?.dataset['report'] ?? '';
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
    }, screenshotRotationMs);
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
