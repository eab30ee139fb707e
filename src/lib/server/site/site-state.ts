// The settings of the site and its categories in memory. Texts need them at once, in mails and refusals as well, so
// each process holds them, and reads them again when the key 'site' or 'categories' is published
// (docs/decisions/026-site-settings.md).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import { findSettings, unsetSettings, type SiteSettings } from './settings.ts';
import { firstCategoryList, type CategoryList } from '../platform/category-list.ts';
import { findCategoryList } from '../apps/categories.ts';
import { dataKey } from '../platform/reads/data-keys.ts';

export interface SiteState {
  /** The settings as they were last read. */
  current(): SiteSettings;
  /** The categories, likewise. */
  categories(): CategoryList;
  /** Whether one of the published keys says that they have to be read again. */
  isChangedBy(keys: readonly string[]): boolean;
  /** Whether they may have changed since, because reading them failed: nothing made of them may be kept. */
  isStale(): boolean;
  /** Whether the last try to read them failed, and none has succeeded since. */
  isUnread(): boolean;
  /** The contact address; that of the configuration where staff have set none. */
  readonly contactEmail: string;
  /**
   * Reads them again. Where that fails it goes on trying beside the caller until it succeeds.
   * @throws where the first try fails
   */
  refresh(): Promise<void>;
  /** Stops trying. */
  close(): void;
}

const retryMs = 500;

export function createSiteState(
  db: Pick<Database, 'read'>,
  { contactEmail, log }: { contactEmail: string; log?: Logger | undefined },
): SiteState {
  let settings = unsetSettings;
  let categories = firstCategoryList;
  let stale = true;
  let failed = false;
  /** Counts the reads, so that an older one that ends later is not taken. */
  let asked = 0;
  let closed = false;
  let retrying: Promise<void> | undefined;

  let latest = Promise.resolve();

  async function find(mine: number): Promise<void> {
    const found = await findSettings(db.read);
    const foundCategories = await findCategoryList(db.read);
    // A later read has begun, and sees more.
    if (mine !== asked) {
      await latest;
      return;
    }
    settings = found;
    categories = foundCategories;
    stale = false;
    failed = false;
  }

  function read(): Promise<void> {
    asked += 1;
    stale = true;
    latest = find(asked);
    return latest;
  }

  async function retry(): Promise<void> {
    while (stale && !closed) {
      await sleep(retryMs, undefined, { ref: false });
      await read().catch((error: unknown) => log?.debug('The settings cannot be read yet', { error }));
    }
    retrying = undefined;
  }

  return {
    current: () => settings,
    categories: () => categories,
    isChangedBy: (keys) => keys.includes(dataKey.site) || keys.includes(dataKey.categories),
    isStale: () => stale,
    isUnread: () => failed,
    get contactEmail() {
      return settings.contact.value.email || contactEmail;
    },
    async refresh() {
      try {
        await read();
      } catch (error) {
        failed = true;
        log?.warn('The settings of the site could not be read', { error });
        retrying ??= retry();
        throw error;
      }
    },
    close() {
      closed = true;
    },
  };
}
