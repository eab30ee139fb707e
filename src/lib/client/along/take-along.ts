// All apps in the browser, for the time without a network (docs/decisions/041-take-along.md). This is loaded when
// somebody takes them along, and afterwards by the pages that search them.
import { cacheNames, takenAppsKey } from '../../shared/browser-keys/offline.ts';
import { hueOf } from '../../shared/page/hue.ts';
import { initial } from '../../shared/page/placeholder.ts';
import type { TakenApps } from '../../shared/schemas/taken-apps.ts';
import { formatDay } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { parsePage } from '../page/trusted-types.ts';
import type { Answer, TakenRow } from './take-along-worker.ts';

/** As many as a page of results has. */
const most = 14;

/** As `formatCount` (lib/shared/text/text.ts), which is in one file with React. */
const inWords = (apps: number): string => `${apps.toLocaleString('en-NG')} ${apps === 1 ? 'app' : 'apps'}`;

let worker: Worker | undefined;
let asked = 0;

function startWorker(): Worker {
  return (worker ??= new Worker(new URL('take-along-worker.ts', import.meta.url), { type: 'module' }));
}

function stopWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function ask(text: string): Promise<Answer> {
  const id = (asked += 1);
  const running = startWorker();
  return new Promise((resolve, reject) => {
    const listen = ({ data }: MessageEvent<Answer>): void => {
      if (data.id !== id) return;
      running.removeEventListener('message', listen);
      resolve(data);
    };
    running.addEventListener('message', listen);
    running.addEventListener('error', reject, { once: true });
    running.postMessage({ id, text, most });
  });
}

const markup = `<div data-results><h1 class="unseen"></h1><p class="soft"></p><ul data-list></ul></div>
<ul hidden><li class="row"><span class="logo" aria-hidden="true"></span>
<div><h2 class="app-name"><a></a></h2><p></p></div><p></p></li></ul>`;

function drawRow(row: Element, { name, path, line, below, colour }: TakenRow): void {
  const [logo, link, facts, text] = ['.logo', 'a', 'div > p', 'div ~ p'].map((one) =>
    row.querySelector<HTMLElement>(one),
  );
  if (!logo || !(link instanceof HTMLAnchorElement) || !facts || !text) return;
  logo.style.setProperty('--size', '56px');
  logo.style.setProperty('--h', String(hueOf(name)));
  if (colour) logo.style.background = `#${colour}`;
  else logo.textContent = initial(name);
  link.href = path;
  link.textContent = name;
  facts.textContent = below;
  text.textContent = line;
}

/** @returns a page with the results, as the server makes one */
export async function searchTaken(text: string): Promise<Document> {
  const { count, rows } = await ask(text);
  const page = parsePage(markup);
  const [results, heading, said, list, pattern] = [
    '[data-results]',
    'h1',
    '.soft',
    '[data-list]',
    '.row',
  ].map((one) => page.querySelector<HTMLElement>(one));
  page.title = document.title;
  const found = count > 0 ? `${inWords(count)} found` : 'No app found';
  const sentence = text === '' ? '' : `${found} on your device.`;
  if (heading) heading.textContent = `Apps found for ${text}`;
  if (said) said.textContent = sentence;
  results?.setAttribute('data-summary', sentence);
  for (const row of rows) {
    const item = pattern?.cloneNode(true) as Element;
    drawRow(item, row);
    list?.append(item);
  }
  return page;
}

/** @throws TypeError without a network */
async function fetchApps(path: string): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw new TypeError(`${path}: ${String(response.status)}`);
  const text = await response.text();
  const { made_at, names } = JSON.parse(text) as TakenApps;
  const headers = { 'made-at': String(made_at), apps: String(names.length) };
  await (await caches.open(cacheNames.along)).put(takenAppsKey, new Response(text, { headers }));
  stopWorker();
}

/** Not in TypeScript's DOM types, because only some browsers have it. */
interface Connection {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Whether bytes cost nothing, as far as a browser says it. */
function isUnmetered(): boolean {
  const { saveData, type, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  if (saveData || document.documentElement.dataset['saver'] !== undefined) return false;
  return type === undefined ? effectiveType === '4g' : type === 'wifi' || type === 'ethernet';
}

/** Shows what was taken along, with its age, and renews it where that costs nothing. */
export async function showTaken(place: HTMLElement): Promise<void> {
  const [button, said] = [place.querySelector('button'), place.querySelector('span')];
  const { takeAlong: path = '', offer = button?.textContent ?? '' } = place.dataset;
  if (!button || !said) return;
  place.dataset['offer'] = offer;
  const kept = await caches.match(takenAppsKey);
  const madeAt = Number(kept?.headers.get('made-at'));
  const apps = Number(kept?.headers.get('apps'));
  said.textContent = kept ? `Saved on ${formatDay(madeAt)}. ${inWords(apps)}.` : '';
  button.textContent = kept ? 'Remove' : offer;
  button.onclick = () => void (kept ? remove(place) : takeAlong(place));
  place.hidden = !kept && path === '';
  const section = document.querySelector<HTMLElement>('[data-taken-search]');
  if (section) section.hidden = !kept;
  if (section && kept) startSearch(section);
  if (!kept || path === '' || Date.now() - madeAt < dayMs || !isUnmetered()) return;
  // It is no error if the network fails: what was taken along stays.
  await fetchApps(path).then(
    () => showTaken(place),
    () => undefined,
  );
}

export async function takeAlong(place: HTMLElement): Promise<void> {
  const [button, said] = [place.querySelector('button'), place.querySelector('span')];
  if (!button || !said || button.disabled) return;
  button.disabled = true;
  said.textContent = 'Loading ...';
  try {
    await fetchApps(place.dataset['takeAlong'] ?? '');
    // The service worker keeps the scripts that were loaded.
    startWorker();
    await showTaken(place);
  } catch {
    said.textContent = 'The apps could not be loaded or saved. Try again.';
  }
  button.disabled = false;
}

async function remove(place: HTMLElement): Promise<void> {
  stopWorker();
  await caches.delete(cacheNames.along);
  await showTaken(place);
}

/** The search of the page for the time without a network. */
function startSearch(section: HTMLElement): void {
  const box = section.querySelector('input');
  if (!box || box.dataset['takenSearch'] !== undefined) return;
  box.dataset['takenSearch'] = '';
  const search = async (): Promise<void> => {
    const text = box.value;
    const page = await searchTaken(text);
    const results = page.querySelector('[data-results]');
    // The page has a heading of its own.
    results?.querySelector('h1')?.remove();
    if (results && box.value === text)
      section.querySelector('[data-results]')?.replaceWith(document.adoptNode(results));
  };
  box.addEventListener('input', () => void search());
  // The address of a search that could not be fetched.
  box.value = new URLSearchParams(location.search).get('q') ?? '';
  if (box.value !== '') void search();
}
