// The service worker: keeps the shell, the pages a person has read and their pictures, for when there is no network. It
// never touches the API, nor anything that is sent with a login. Why it is our own: docs/decisions/008-reach.md.
import { cacheNames, takeOver } from '../lib/shared/browser-keys/offline.ts';
import {
  dropPage,
  isGonePage,
  isKeptPage,
  keepOpenPages,
  keepPage,
  renewNewApp,
  savedPage,
} from './pages.ts';
import { answerPicture } from './pictures.ts';
import { answerAsset, isShellAsset, keepShell, offlinePage } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** Less than the time after which browsers end a worker that has nothing to do. */
const renewMs = 20_000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

/** Of the other versions nothing is kept but pages and pictures, which are the same for all. */
async function activate(): Promise<void> {
  const isFirst = !(await caches.has(cacheNames.pages));
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheNames.shell) && name !== cacheNames.shell + __VERSION__)
      await caches.delete(name);
  }
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
  // Nothing that asks the network is awaited: until the worker is active, every request of its pages waits for it.
  void renewNewApp(AbortSignal.timeout(renewMs));
  // The page that was open before there was a worker has been read, too, and no less where it cannot be kept.
  if (isFirst) void keepOpenPages(self.clients).catch(() => undefined);
}

self.addEventListener('message', ({ data }) => {
  if (data === takeOver) void self.skipWaiting();
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

/** From the network as long as there is one: a page must show what has changed. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  try {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    const response = preloaded ?? (await fetch(event.request));
    // A page that cannot be kept has been read all the same.
    if (isKeptPage(url, response)) event.waitUntil(keepPage(url, response.clone()).catch(() => undefined));
    else if (isGonePage(url, response)) event.waitUntil(dropPage(url));
    return response;
  } catch {
    return (await savedPage(url)) ?? (await offlinePage());
  }
}
