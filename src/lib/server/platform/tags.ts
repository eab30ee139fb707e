/** Tells every cache that what these tags stand for has changed. Called after the commit, before the answer. */
export type PublishTags = (tags: string[]) => void;

/** Names of what a page shows. A write publishes the tags of what it changed; caches drop the pages that carry one. */
export const tagOf = {
  /** Any list of apps. */
  apps: 'apps',
  app: (id: string) => `app:${id}`,
  user: (id: string) => `user:${id}`,
} as const;
