// The shell: the offline page, its scripts, and the icons.
import { cacheNames, offlinePath } from '../lib/shared/browser-keys/offline.ts';

/**
 * The server writes `brand` before the script where an operator's files change the pages (http/build-files.ts).
 */
export const shellName = cacheNames.shell + __VERSION__ + (self.brand ?? '');

const assets =
  /^\/(?:_astro\/.+\.js|favicon\.svg|apple-touch-icon\.png|icon-[\w-]+\.png|brand\/[\da-f]+\/[\w.-]+|manifest\.webmanifest)$/;

/** Matches the addresses of scripts, islands and icons in a page, and the static imports in a script. */
const references = /(?:src|href|component-url|renderer-url)="(\/[^"]+)"|(?:from|import)\s*"(\.\/[^"]+)"/g;

/** Matches the scripts that search the apps that were taken along. Only who has taken them keeps these. */
const ofTakenApps = /["'`](?:\/_astro\/|\.\/)(take-along[\w.-]+\.js)/g;

export const isShellAsset = ({ pathname }: URL): boolean => assets.test(pathname);

function open(): Promise<Cache> {
  return caches.open(shellName);
}

/** @throws TypeError without a network; the browser tries again later */
export async function keepShell(): Promise<void> {
  await keepWithAssets([new URL(offlinePath, location.href)]);
}

/**
 * Keeps the scripts of a page that is useless without them. They are in the browser's own cache already.
 * @throws TypeError without a network
 */
export async function keepAssetsOf(html: string, page: URL, signal?: AbortSignal): Promise<void> {
  await keepWithAssets(assetsIn(html, page), signal);
}

function assetsIn(text: string, from: URL): URL[] {
  return [...text.matchAll(references)]
    .map(([, path, sibling]) => new URL(path ?? sibling ?? '', from))
    .filter(isShellAsset);
}

/** Follows the imports of kept scripts as well, because the network may have failed before their imports were kept. */
async function keepWithAssets(first: URL[], signal?: AbortSignal): Promise<void> {
  const cache = await open();
  const isTaken = await caches.has(cacheNames.along);
  const waiting = [...first];
  const seen = new Set<string>();
  for (const url of waiting) {
    if (seen.has(url.href)) continue;
    seen.add(url.href);
    const response = (await cache.match(url)) ?? (await fetchInto(cache, url, signal));
    if (!/html|javascript/.test(response.headers.get('content-type') ?? '')) continue;
    const text = await response.text();
    waiting.push(...assetsIn(text, url));
    if (isTaken)
      for (const [, name] of text.matchAll(ofTakenApps)) waiting.push(new URL(`/_astro/${name}`, url));
  }
}

async function fetchInto(cache: Cache, url: URL, signal: AbortSignal | undefined): Promise<Response> {
  // Bypasses the browser's cache for names without a hash, because it may hold an earlier version.
  const mode = url.pathname.startsWith('/_astro/') ? 'default' : 'reload';
  const response = await fetch(url, { cache: mode, ...(signal && { signal }) });
  if (!response.ok) throw new TypeError(`${url.pathname}: ${response.status}`);
  await cache.put(url, response.clone());
  return response;
}

export async function offlinePage(): Promise<Response> {
  const kept = await (await open()).match(offlinePath);
  if (!kept) return Response.error();
  return new Response(kept.body, { status: 503, headers: headersOf(kept) });
}

/** @returns the headers for a kept body, which is decoded */
export function headersOf(kept: Response): Headers {
  const headers = new Headers(kept.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return headers;
}

/** A kept asset is up to date, because its name has a hash, or its content hardly ever changes (icons). */
export async function answerAsset(request: Request): Promise<Response> {
  const cache = await open();
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  // Also keeps the scripts of other pages, which need them when they are read offline.
  if (response.ok && new URL(request.url).pathname.startsWith('/_astro/'))
    await cache.put(request, response.clone());
  return response;
}
