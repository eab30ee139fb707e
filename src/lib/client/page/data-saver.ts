// The part of the data saver that only people who save data need, so that only they load it.
import { priceOf } from '../../shared/text/data-price.ts';

const root = document.documentElement.dataset;

let isStarted = false;

/** Makes pictures load at a tap, and shows the page's weight in its footer. */
export function startSaving(): void {
  if (isStarted) return;
  isStarted = true;
  document.addEventListener('click', onClick, { capture: true });
  const note = document.querySelector<HTMLElement>('[data-saver-note]');
  if (!note) return;
  const weight = document.createElement('span');
  const all = document.createElement('button');
  all.type = 'button';
  all.textContent = 'Load pictures';
  all.addEventListener('click', () => releaseIn(document));
  note.append(weight, all);
  /** Naira a gigabyte; 0 where the operator names none. */
  const price = Number(note.dataset['saverNote']);
  let bytes = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) bytes += (entry as PerformanceResourceTiming).transferSize;
    const cost = price > 0 ? `, about ${priceOf(bytes, price)}` : '';
    weight.textContent = `This page weighed ${String(Math.ceil(bytes / 1024))} KB${cost}.`;
    all.hidden = !document.querySelector('[data-held]');
  }).observe({ type: 'resource', buffered: true });
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  bytes += page?.transferSize ?? 0;
}

/** Turning it on affects the next pages: the pictures of this one are loaded already. */
export function setSaving(on: boolean): void {
  if (on) {
    root['saver'] = '';
    startSaving();
  } else {
    releaseIn(document);
    delete root['saver'];
  }
}

/** The first tap on a held picture loads it. The next one follows the link around it. */
function onClick(event: MouseEvent): void {
  if (root['saver'] === undefined || !(event.target instanceof Element)) return;
  const place =
    event.target.closest('picture') ?? event.target.closest('a')?.querySelector(':scope > picture');
  if (!place?.querySelector('[data-held]')) return;
  event.preventDefault();
  event.stopPropagation();
  releaseIn(place);
}

function releaseIn(place: ParentNode): void {
  // Sources come before the image in the document; the browser chooses when the image has its address again.
  for (const part of place.querySelectorAll<HTMLElement>('source[data-held], img[data-held]')) {
    for (const name of ['srcset', 'src']) {
      const address = part.dataset[name];
      if (address !== undefined) part.setAttribute(name, address);
    }
    part.removeAttribute('data-held');
  }
}
