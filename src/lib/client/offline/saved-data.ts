// What only those who save data need, and so only they fetch.
const root = document.documentElement.dataset;

let isStarted = false;

/** Pictures load at a tap, and the foot of the page says what it weighed. */
export function startSaving(): void {
  if (isStarted) return;
  isStarted = true;
  document.addEventListener('click', onClick, { capture: true });
  const note = document.querySelector<HTMLElement>('[data-saver-note]');
  if (!note) return;
  const weight = document.createElement('span');
  const all = document.createElement('button');
  all.type = 'button';
  all.textContent = 'Load the pictures';
  all.addEventListener('click', () => releaseIn(document));
  note.append(weight, all);
  let bytes = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) bytes += (entry as PerformanceResourceTiming).transferSize;
    weight.textContent = `This page weighed ${String(Math.ceil(bytes / 1024))} KB.`;
    all.hidden = !document.querySelector('[data-held]');
  }).observe({ type: 'resource', buffered: true });
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  bytes += page?.transferSize ?? 0;
}

/** Turned on, it holds from the next page on: what is here has been paid for. */
export function setSaving(on: boolean): void {
  if (on) {
    root['saver'] = '';
    startSaving();
  } else {
    releaseIn(document);
    delete root['saver'];
  }
}

/** The first tap on a picture that waits loads it; the link around it is for the next one. */
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
  // The sources first: the picture is chosen when its own address is back.
  for (const part of place.querySelectorAll<HTMLElement>('source[data-held], img[data-held]')) {
    for (const name of ['srcset', 'src']) {
      const address = part.dataset[name];
      if (address !== undefined) part.setAttribute(name, address);
    }
    part.removeAttribute('data-held');
  }
}
