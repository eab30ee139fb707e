import viewerStyle from '../../../styles/parts/viewer.css?inline';
import { close, flag, next, pause, play, previous } from '../../shared/icons/line.ts';
import { addStyle } from './page.ts';
import { calm, screenshotRotationMs, slidesOf } from './slides.ts';
import { parsePage } from './trusted-types.ts';

const icon = (path: string, size = 24): string =>
  `<svg class="icon" width="${String(size)}" height="${String(size)}" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"></path></svg>`;

const button = (attributes: string, icons: string, label: string): string =>
  `<button class="icon-button" ${attributes}>${icons}<span class="unseen">${label}</span></button>`;

/** The dialog around the screenshots. It holds no data. A script makes it, because it is useless without one. */
const markup = `<dialog class="viewer" data-viewer>
<ul class="viewer-track" tabindex="0" data-track></ul>
<p class="viewer-count" aria-live="polite" data-count></p>
<div class="viewer-keys">${
  button('type="button" data-step="-1"', icon(previous), 'Previous screenshot') +
  button('type="button" aria-pressed="false" data-pause', icon(pause) + icon(play), 'Pause rotation') +
  button('type="button" data-step="1"', icon(next), 'Next screenshot')
}</div>
<a class="viewer-report" rel="nofollow" data-report-link>${icon(flag, 18)}Report<span class="unseen"> this screenshot</span></a>
<form method="dialog">${button('autofocus', icon(close), 'Close')}</form>
</dialog>`;

/**
 * Prepares the dialog with the strip's screenshots: swipes, arrow keys and slow rotation.
 * @returns a function that opens it at one of the strip's links; null if the dialog could not be made
 */
export function prepareViewer(strip: HTMLElement): ((link: HTMLAnchorElement) => void) | null {
  const viewer = parsePage(markup).querySelector('dialog');
  const part = (name: string) => viewer?.querySelector<HTMLElement>(`[data-${name}]`);
  const [track, count, pauseKey] = [part('track'), part('count'), part('pause')];
  const report = viewer?.querySelector<HTMLAnchorElement>('[data-report-link]');
  if (!viewer || !track || !count || !pauseKey || !report) return null;
  addStyle(viewerStyle);
  viewer.setAttribute('aria-label', `Screenshots of ${document.querySelector('h1')?.textContent ?? ''}`);
  strip.parentElement?.after(document.adoptNode(viewer));

  const links = [...strip.querySelectorAll<HTMLAnchorElement>('a')];
  const slides = slidesOf(track, (index) => {
    count.textContent = `${String(index + 1)} / ${String(links.length)}`;
    report.href = links[index]?.dataset['report'] ?? '';
  });
  const setPaused = (paused: boolean): void => {
    pauseKey.setAttribute('aria-pressed', String(paused));
    // Screen readers announce a slide only if a person moved to it.
    count.setAttribute('aria-live', paused ? 'polite' : 'off');
  };
  const isPaused = (): boolean => pauseKey.getAttribute('aria-pressed') === 'true';
  const move = (step: number): void => {
    setPaused(true);
    slides.go(slides.index() + step);
  };
  viewer.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    if (pressed === pauseKey) setPaused(!isPaused());
    else if (pressed?.dataset['step']) move(Number(pressed.dataset['step']));
  });
  viewer.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step);
  });
  track.addEventListener('pointerdown', () => setPaused(true));

  return (link) => {
    if (track.childElementCount === 0) track.append(...links.map(slideOf));
    setPaused(calm.matches || links.length < 2);
    viewer.showModal();
    slides.set(links.indexOf(link));
    const rotation = setInterval(() => {
      if (!isPaused() && !document.hidden) slides.go(slides.index() + 1);
    }, screenshotRotationMs);
    const end = (): void => {
      clearInterval(rotation);
      links[slides.index()]?.focus();
    };
    viewer.addEventListener('close', end, { once: true });
  };
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
