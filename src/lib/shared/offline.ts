// Runs anywhere. What the service worker and the pages agree on.

/** Names of the worker's caches. The shell's has the worker's version behind it. */
export const cacheNames = { pages: 'pages', pictures: 'pictures', shell: 'shell-' } as const;

export const serviceWorkerPath = '/sw.js';
export const offlinePath = '/offline';

/** A page sends it to a worker that waits: take over. */
export const takeOver = 'take-over';

/** Paths of pages that are kept for reading offline: what anybody may read, and nothing that is about somebody's login. */
export const keptPath =
  /^\/(?:|app\/[^/]+(?:\/versions)?|apps|user\/.+|u\/[^/]+|category\/[^/]+|search|about|terms|privacy)$/;
