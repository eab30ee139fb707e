// The settings of the site and its categories in memory. Texts need them at once, in mails and refusals as well, so
// each process holds them, and reads them again when the key 'site' or 'categories' is published
// (docs/decisions/026-site-settings.md).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import { findSettings, unsetSettings } from './settings.ts';
import { firstCategoryList } from '../platform/category-list.ts';
import { findCategoryList } from '../apps/categories.ts';
import { dataKey } from '../platform/reads/data-keys.ts';

export type SiteState = ReturnType<typeof createSiteState>;

const retryMs = 500;

export function createSiteState(
  db: Pick<Database, 'read'>,
  { contactEmail, log }: { contactEmail: string; log?: Logger | undefined },
) {
  let settings = unsetSettings;
  let categories = firstCategoryList;
  let stale = true;
  let failed = false;
  /** Counts the calls, of which an earlier read may have missed something. */
  let asked = 0;
  let closed = false;
  let retrying: Promise<void> | undefined;
  let latest = Promise.resolve();

  async function find(): Promise<void> {
    const mine = asked;
    settings = await findSettings(db.read);
    categories = await findCategoryList(db.read);
    stale = mine !== asked;
    failed = false;
  }

  /** One read after the other, so that an older one never ends later. */
  function read(): Promise<void> {
    asked += 1;
    stale = true;
    latest = latest.then(find, find);
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
    /** The settings as they were last read. */
    current: () => settings,
    /** The categories, likewise. */
    categories: () => categories,
    /** Whether one of the published keys says that they have to be read again. */
    isChangedBy: (keys: readonly string[]) =>
      keys.includes(dataKey.site) || keys.includes(dataKey.categories),
    /** Whether they may have changed since, because reading them failed: nothing made of them may be kept. */
    isStale: () => stale,
    /** Whether the last try to read them failed, and none has succeeded since. */
    isUnread: () => failed,
    /** The contact address; that of the configuration where staff have set none. */
    get contactEmail() {
      return settings.contact.value.email || contactEmail;
    },
    /**
     * Reads them again. Where that fails it goes on trying beside the caller until it succeeds.
     * @throws where the first try fails
     */
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
    /** Stops trying. */
    close() {
      closed = true;
    },
  };
}
