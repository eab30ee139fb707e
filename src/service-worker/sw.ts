// The service worker: keeps the shell, the pages that were read and their pictures for reading offline. It ignores the
// API and requests with a login. docs/decisions/008-reach.md says why it is our own.
import { cacheNames, keepSavedApps, takeOver } from '../lib/shared/browser-keys/offline.ts';
import {
  dropPage,
  isGonePage,
  isKeptPage,
  keepOpenPages,
  keepPage,
  keepSavedPage,
  renewPages,
  savedPage,
} from './pages.ts';
import { answerPicture } from './pictures.ts';
import { answerAsset, isShellAsset, keepShell, offlinePage, shellName } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** Shorter than the time after which browsers stop an idle worker. */
const renewMs = 20_000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

/** Deletes the shells of other versions. Pages and pictures are the same for all versions. */
async function activate(): Promise<void> {
  const isFirst = !(await caches.has(cacheNames.pages));
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheNames.shell) && name !== shellName) await caches.delete(name);
  }
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
  // Requests are not awaited, because all requests of the pages wait until the worker is active.
  void renewPages(AbortSignal.timeout(renewMs));
  // Pages that were open before the first worker have been read as well. It is no error if they cannot be kept.
  if (isFirst) void keepOpenPages(self.clients).catch(() => undefined);
}

self.addEventListener('message', (event) => {
  if (event.data === takeOver) void self.skipWaiting();
  // It is no error if the page cannot be kept.
  if (event.data === keepSavedApps) event.waitUntil(keepSavedPage().catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || request.headers.has('authorization') || url.origin !== location.origin)
    return;
  if (request.mode === 'navigate') event.respondWith(answerPage(event, url));
  else if (url.pathname.startsWith('/media/')) event.respondWith(answerPicture(event));
  else if (isShellAsset(url)) event.respondWith(answerAsset(request));
});

/** Prefers the network, because a page must show the newest content. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    const response = preloaded ?? (await fetch(event.request));
    // It is no error if the page cannot be kept.
    if (isKeptPage(url, response)) event.waitUntil(keepPage(url, response.clone()).catch(() => undefined));
    else if (isGonePage(url, response)) event.waitUntil(dropPage(url));
    return response;
  } catch {
    return (await savedPage(url)) ?? (await offlinePage());
  }
}
