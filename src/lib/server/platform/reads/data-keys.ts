/** Names data. Reads record the keys of what they read, and writes publish the keys of what they changed. */
export const dataKey = {
  /** Any list of apps. Every change of an app publishes this key beside that of the app. */
  apps: 'apps',
  app: (id: string) => `app:${id}` as const,
  /** The user, and the list of the user's apps. */
  user: (id: string) => `user:${id}` as const,
  /** Any list of users. */
  users: 'users',
  /** Published when something with pictures is removed, closed, replaced, deleted or restored. */
  pictures: 'pictures',
  /** What staff set for the whole site: contact address, announcement. Every page shows it. */
  site: 'site',
  /** The names and the order of the categories, which every listing shows. */
  categories: 'categories',
  /** The shelves that editors keep. */
  shelves: 'shelves',
  /** Public lists that people make. */
  lists: 'lists',
  list: (slug: string) => `list:${slug}` as const,
  /** Which lists an app is in. The end of its id, so that the keys of a long list fit into one notice to other nodes. */
  listsOf: (appId: string) => `lists:${appId.slice(-12)}` as const,
  /** Reports, cases, decisions and appeals, as public pages count and show them. */
  moderation: 'moderation',
  /** Work that waits. No answer shows it: its workers look for it. */
  outbox: 'outbox',
  jobs: 'jobs',
} as const;

type KeyOf<Entry> = Entry extends (id: string) => infer Key ? Key : Entry;

export type DataKey = KeyOf<(typeof dataKey)[keyof typeof dataKey]>;
