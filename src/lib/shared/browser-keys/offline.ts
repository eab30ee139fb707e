// Runs anywhere. What the service worker and the pages agree on.

/** Names of the worker's caches. The shell's has the worker's version behind it. */
export const cacheNames = { pages: 'pages', pictures: 'pictures', shell: 'shell-' } as const;

export const serviceWorkerPath = '/sw.js';
export const offlinePath = '/offline';

/** A page sends it to a worker that waits: take over. */
export const takeOver = 'take-over';

/** The wizard, which is kept with its scripts: a draft can be typed without a network. */
export const newAppPath = '/new';

/** Paths of pages that are kept for offline use: the same bytes for everybody, and nothing about a login. */
export const keptPath =
  /^\/(?:|app\/[^/]+(?:\/versions)?|apps|user\/.+|u\/[^/]+|category\/[^/]+|search|about|terms|privacy|new)$/;
