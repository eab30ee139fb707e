import { close, flag, next, pause, play, previous } from '../../shared/icons/line.ts';
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

interface ViewerParts {
  viewer: HTMLDialogElement;
  track: HTMLElement;
  count: HTMLElement;
  pause: HTMLElement;
  /** Reports the screenshot that is shown. */
  report: HTMLAnchorElement;
}

/** Adds the dialog to the page, after the strip. */
export function addViewer(strip: HTMLElement): ViewerParts | null {
  const viewer = parsePage(markup).querySelector('dialog');
  const part = (name: string) => viewer?.querySelector<HTMLElement>(`[data-${name}]`);
  const [track, count, pauseKey] = [part('track'), part('count'), part('pause')];
  const report = viewer?.querySelector<HTMLAnchorElement>('[data-report-link]');
  if (!viewer || !track || !count || !pauseKey || !report) return null;
  viewer.setAttribute('aria-label', `Screenshots of ${document.querySelector('h1')?.textContent ?? ''}`);
  strip.parentElement?.after(document.adoptNode(viewer));
  return { viewer, track, count, pause: pauseKey, report };
}
