// Names that the service worker and the pages share.

/** Names of the worker's caches. The version of the worker is appended to the one of the shell. */
export const cacheNames = { pages: 'pages', pictures: 'pictures', shell: 'shell-', along: 'along' } as const;

/** The key of all apps in the cache `along`, which is there while somebody has taken them along. */
export const takenAppsKey = '/taken-apps';

export const serviceWorkerPath = '/sw.js';
export const offlinePath = '/offline';

/** Message from a page that tells a waiting worker to take over. */
export const takeOver = 'take-over';

/** The wizard. It is kept with its scripts, so that a draft can be typed without a network. */
export const newAppPath = '/new';

/** The saved apps, which a script fills in. The page is kept with its scripts as well. */
export const savedAppsPath = '/saved';

/** Message from a page that tells the worker to keep the page of the saved apps. */
export const keepSavedApps = 'keep-saved-apps';

/** Paths of pages that are kept for offline use. Their bytes are the same for everybody, whether logged in or not. */
export const keptPath =
  /^\/(?:|app\/[^/]+(?:\/versions)?|apps|user\/.+|u\/[^/]+|category\/[^/]+|search|about|terms|privacy|new|saved)$/;
