// Pictures of the pages that were read. Their addresses name their content, so one that is kept need not be asked for
// again.
import { cacheNames } from '../lib/shared/browser-keys/offline.ts';

const mostBytes = 10 * 1024 * 1024;

/** Bytes by address, oldest first; read once in the worker's life. */
let sizes: Promise<Map<string, number>> | undefined;

/** One at a time, so that the sum is right. */
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
  // What does not say its size cannot be counted.
  if (bytes === 0 || bytes > mostBytes) return;
  await cache.put(url, response);
  known.delete(url);
  known.set(url, bytes);
  let sum = 0;
  for (const size of known.values()) sum += size;
  for (const [oldest, size] of known) {
    if (sum <= mostBytes) return;
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
    last = last.then(
      () => keep(request.url, copy),
      () => keep(request.url, copy),
    );
    event.waitUntil(last);
  }
  return response;
}
