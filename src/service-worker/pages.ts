// The last pages that were read. A cache lists its keys in the order in which they were added.
import { formatDateTime } from '../lib/shared/text/date-time.ts';
import { cacheNames, keptPath, newAppPath, savedAppsPath } from '../lib/shared/browser-keys/offline.ts';
import { headersOf, keepAssetsOf } from './shell.ts';

const maxPages = 50;

/** Pages that are useless without their scripts. */
const withScripts: readonly string[] = [newAppPath, savedAppsPath];

export function isKeptPage(url: URL, response: Response): boolean {
  // With a query the page is a list that somebody shares.
  const isShared = url.pathname === savedAppsPath && url.search !== '';
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return response.status === 200 && isHtml && keptPath.test(url.pathname) && !isShared;
}

/** Ignores redirects, because a worker cannot tell a moved page from a proxy's redirect to its own page. */
export function isGonePage(url: URL, { status }: Response): boolean {
  return (status === 404 || status === 410) && keptPath.test(url.pathname);
}

/** @returns the key of a page in the cache */
function keyOf(url: URL): string {
  return url.pathname + url.search;
}

export async function keepPage(url: URL, response: Response, signal?: AbortSignal): Promise<void> {
  const cache = await caches.open(cacheNames.pages);
  const key = keyOf(url);
  if (withScripts.includes(url.pathname)) await keepAssetsOf(await response.clone().text(), url, signal);
  await cache.delete(key);
  await cache.put(key, response);
  // The page of the saved apps stays, however much is read after it.
  const keys = (await cache.keys()).filter((kept) => new URL(kept.url).pathname !== savedAppsPath);
  for (const oldest of keys.slice(0, Math.max(0, keys.length - maxPages))) await cache.delete(oldest);
}

/** Deletes a page with all queries, and the pages below it: the releases of an app, the apps of a profile. */
export async function dropPage({ pathname }: URL): Promise<void> {
  const cache = await caches.open(cacheNames.pages);
  for (const key of await cache.keys()) {
    const path = new URL(key.url).pathname;
    if (path === pathname || path.startsWith(`${pathname}/`)) await cache.delete(key);
  }
}

export async function keepOpenPages(clients: Clients): Promise<void> {
  for (const client of await clients.matchAll({ type: 'window' })) {
    const url = new URL(client.url);
    if (keptPath.test(url.pathname)) await fetchPage(url);
  }
}

/** Fetches kept pages with their new scripts, and deletes those that cannot be fetched. */
export async function renewPages(signal: AbortSignal): Promise<void> {
  const cache = await caches.open(cacheNames.pages);
  for (const path of withScripts) {
    const url = new URL(path, location.href);
    if (!(await cache.match(keyOf(url)))) continue;
    if (!(await fetchPage(url, signal).catch(() => false))) await dropPage(url);
  }
}

/** Keeps the page of the saved apps, which somebody may want to open without a network. */
export const keepSavedPage = (): Promise<boolean> => fetchPage(new URL(savedAppsPath, location.href));

/** @returns whether the page can be kept */
async function fetchPage(url: URL, signal?: AbortSignal): Promise<boolean> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!isKeptPage(url, response)) return false;
  await keepPage(url, response, signal);
  return true;
}

/** @returns the kept page with a note about its age; undefined if it is not kept */
export async function savedPage(url: URL): Promise<Response | undefined> {
  const cache = await caches.open(cacheNames.pages);
  const kept = await cache.match(keyOf(url));
  if (!kept) return undefined;
  const html = await kept.text();
  return new Response(
    html.replace(/<main\b[^>]*>/, (main) => main + noteOn(url, kept)),
    { headers: headersOf(kept) },
  );
}

function noteOn({ pathname }: URL, { headers }: Response): string {
  // The script of the saved apps says itself that they are shown without a network.
  if (pathname === savedAppsPath) return '';
  const date = Date.parse(headers.get('date') ?? '');
  const when = Number.isNaN(date) ? '' : ` on ${formatDateTime(date)}`;
  const text =
    pathname === newAppPath
      ? 'You are offline. What you type is saved: list your app when you are back online.'
      : `Saved offline${when}. It may have changed since.`;
  return (
    '<style>.saved-offline{margin-top:1rem;padding:.75rem 1rem;border:1px solid var(--green-line);border-radius:var(--radius-m);background:var(--green-soft)}</style>' +
    `<p class="saved-offline" role="status">${text}</p>`
  );
}
