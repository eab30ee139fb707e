/**
 * Tells every cache, also those of other nodes, that what these tags stand for has changed. Call it after the commit,
 * and answer once it has resolved: from then on nobody gets what was there before.
 */
export type PublishTags = (tags: string[]) => Promise<void>;

/** Names of what a page shows. A write publishes the tags of what it changed; caches drop the pages that carry one. */
export const tagOf = {
  /** Any list of apps. */
  apps: 'apps',
  app: (id: string) => `app:${id}`,
  user: (id: string) => `user:${id}`,
  /** Any list of people. */
  users: 'users',
  /** Published when something with pictures is removed, closed, replaced, deleted or restored. */
  pictures: 'pictures',
  /** The view count of an app or user; `subject` as in the table view_counts. */
  views: (subject: string) => `views:${subject}`,
  /** Any count of views. */
  anyViews: 'views',
} as const;
