// Pictures of the pages that were read. An address names the content, so a kept picture is never requested again.
import { cacheNames } from '../lib/shared/browser-keys/offline.ts';

const maxBytes = 10 * 1024 * 1024;

/** Bytes by address, oldest first. They are read once in a worker's life. */
let sizes: Promise<Map<string, number>> | undefined;

/** Pictures are stored one at a time, so that the sum of their sizes is right. */
let last: Promise<unknown> = Promise.resolve();

async function readSizes(cache: Cache): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    found.set(request.url, Number(kept?.headers.get('content-length') ?? 0));
  }
  return found;
}

async function keep(url: string, response: Response): Promise<void> {
  const cache = await caches.open(cacheNames.pictures);
  const known = await (sizes ??= readSizes(cache));
  const bytes = Number(response.headers.get('content-length') ?? 0);
  // A picture without a size cannot be counted.
  if (bytes === 0 || bytes > maxBytes) return;
  await cache.put(url, response);
  known.delete(url);
  known.set(url, bytes);
  let sum = 0;
  for (const size of known.values()) sum += size;
  for (const [oldest, size] of known) {
    if (sum <= maxBytes) return;
    await cache.delete(oldest);
    known.delete(oldest);
    sum -= size;
  }
}

export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(cacheNames.pictures);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200 && response.type === 'basic') {
    const copy = response.clone();
    const keepCopy = (): Promise<void> => keep(request.url, copy);
    last = last.then(keepCopy, keepCopy);
    event.waitUntil(last);
  }
  return response;
}
