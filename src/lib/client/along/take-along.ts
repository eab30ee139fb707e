// All apps in the browser, for the time without a network (docs/decisions/041-take-along.md). Loaded when somebody takes
// them along, and afterwards by the pages that search them.
import { cacheNames, takenAppsKey } from '../../shared/browser-keys/offline.ts';
import type { TakenApps } from '../../shared/schemas/taken-apps.ts';
import { formatDay } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { connection } from '../page/page.ts';
import { parsePage } from '../page/trusted-types.ts';

const place = document.querySelector<HTMLElement>('[data-take-along]');
const [said, button] = [place?.querySelector('span'), place?.querySelector('button')];
const section = document.querySelector<HTMLElement>('[data-taken-search]');
const path = place?.dataset['takeAlong'] ?? '';
const offer = button?.textContent ?? '';

let worker: Worker | undefined;

function startWorker(): Worker {
  return (worker ??= new Worker(new URL('take-along-worker.ts', import.meta.url), { type: 'module' }));
}

function stopWorker(): void {
  worker?.terminate();
  worker = undefined;
}

/** @returns a page with the results, as the server makes one */
export async function searchTaken(text: string): Promise<Document> {
  const { port1, port2 } = new MessageChannel();
  const html = await new Promise<string>((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    const running = startWorker();
    running.addEventListener('error', reject, { once: true });
    running.postMessage(text, [port2]);
  });
  const page = parsePage(html);
  page.title = document.title;
  return page;
}

/** @throws TypeError without a network */
async function fetchApps(): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw new TypeError(`${path}: ${String(response.status)}`);
  const text = await response.text();
  const { made_at, names } = JSON.parse(text) as TakenApps;
  const headers = { 'made-at': String(made_at), apps: names.length.toLocaleString('en-NG') };
  await (await caches.open(cacheNames.along)).put(takenAppsKey, new Response(text, { headers }));
  stopWorker();
}

/** Whether bytes cost nothing, as far as a browser says it. */
function isUnmetered(): boolean {
  const { saveData, type, effectiveType } = connection();
  if (saveData || document.documentElement.dataset['saver'] !== undefined) return false;
  return type === undefined ? effectiveType === '4g' : type === 'wifi' || type === 'ethernet';
}

/** Shows what was taken along, with its age, and renews it where that costs nothing. */
export async function showTaken(): Promise<void> {
  const kept = await caches.match(takenAppsKey);
  if (!place || !said || !button) return;
  const madeAt = Number(kept?.headers.get('made-at'));
  said.textContent = kept ? `Saved on ${formatDay(madeAt)}. ${kept.headers.get('apps') ?? ''} apps.` : '';
  button.textContent = kept ? 'Remove' : offer;
  place.hidden = !kept && path === '';
  if (section) section.hidden = !kept;
  if (!kept) return;
  startSearch();
  if (path === '' || Date.now() - madeAt < dayMs || !isUnmetered()) return;
  // It is no error if the network fails: what was taken along stays.
  await fetchApps().then(showTaken, () => undefined);
}

export async function press(): Promise<void> {
  if (!said || !button || button.disabled) return;
  button.disabled = true;
  try {
    if (await caches.has(cacheNames.along)) {
      stopWorker();
      await caches.delete(cacheNames.along);
    } else {
      said.textContent = 'Loading ...';
      await fetchApps();
      // The service worker keeps the scripts that are loaded.
      startWorker();
    }
    await showTaken();
  } catch {
    said.textContent = 'The apps could not be loaded or saved. Try again.';
  }
  button.disabled = false;
}

function startSearch(): void {
  const box = section?.querySelector('input');
  if (!box || box.oninput) return;
  const search = async (): Promise<void> => {
    const text = box.value;
    const results = (await searchTaken(text)).querySelector('[data-results]');
    // The page has a heading of its own.
    results?.querySelector('h1')?.remove();
    if (results && box.value === text)
      section?.querySelector('[data-results]')?.replaceWith(document.adoptNode(results));
  };
  box.oninput = () => void search();
  // The address of a search that could not be fetched.
  box.value = new URLSearchParams(location.search).get('q') ?? '';
  if (box.value !== '') void search();
}
