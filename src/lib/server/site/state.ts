// The settings of the site and its categories in memory. Texts need them at once, in mails and refusals as well, so
// each process holds them, and reads them again when the key 'site' or 'categories' is published
// (docs/decisions/026-site-settings.md).
import { findCategoryList } from '../apps/categories.ts';
import { firstCategoryList } from '../platform/category-list.ts';
import type { Database, ReadDb } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { createWorker } from '../platform/worker.ts';
import type { SiteSettingsJson } from '../../shared/schemas/desk.ts';

/**
 * Naira that a gigabyte costs on average with the four mobile networks of Nigeria, where staff have set none: by their
 * published rates after the tariffs that the NCC approved in January 2025 (docs/operations.md, 'Settings at the desk').
 */
export const averageNairaPerGb = 475;

export type Announcement = NonNullable<SiteSettingsJson['announcement']['current']>;

/** The values by the names of their rows. */
interface Values {
  contact: { email: string };
  'data-price': { naira_per_gb: number | null };
  announcement: Announcement | null;
}

/** Version 0 until somebody has set one. */
type SiteSettings = { [Name in keyof Values]: { version: number; value: Values[Name] } };

/** The settings of a site where nobody has changed any. */
const unsetSettings: SiteSettings = {
  contact: { version: 0, value: { email: '' } },
  'data-price': { version: 0, value: { naira_per_gb: null } },
  announcement: { version: 0, value: null },
};

export async function findSettings(db: ReadDb): Promise<SiteSettings> {
  const rows = await db.selectFrom('site_settings').selectAll().execute();
  const set = rows.map(({ name, version, value }) => [
    name,
    { version, value: JSON.parse(value) as unknown },
  ]);
  return { ...unsetSettings, ...(Object.fromEntries(set) as Partial<SiteSettings>) };
}

export const instantOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** The announcement that visitors see at `now`, and the next instant at which that changes; null for never. */
export function announcementAt(
  announcement: Announcement | null,
  now: number,
): { shown: Announcement | null; changesAt: number | null } {
  if (!announcement) return { shown: null, changesAt: null };
  const [from, until] = [instantOf(announcement.from), instantOf(announcement.until)];
  if (from !== null && now < from) return { shown: null, changesAt: from };
  if (until !== null && now >= until) return { shown: null, changesAt: null };
  return { shown: announcement, changesAt: until };
}

export type SiteState = ReturnType<typeof createSiteState>;

export function createSiteState(
  db: Pick<Database, 'read'>,
  { contactEmail, log }: { contactEmail: string; log?: Logger | undefined },
) {
  let settings = unsetSettings;
  let categories = firstCategoryList;
  /** How often they had changed when they were last read, and until now. */
  let [known, changes] = [0, 1];

  async function read(): Promise<boolean> {
    if (known === changes) return false;
    const begun = changes;
    settings = await findSettings(db.read);
    categories = await findCategoryList(db.read);
    known = begun;
    return true;
  }
  const worker = createWorker(read, (error) => log?.debug('The settings cannot be read yet', { error }));

  return {
    /** The settings as they were last read. */
    current: () => settings,
    /** The categories, likewise. */
    categories: () => categories,
    /** Whether one of the published keys says that they have to be read again. */
    isChangedBy: (keys: readonly string[]) =>
      keys.includes(dataKey.site) || keys.includes(dataKey.categories),
    /** Whether they may have changed since they were last read: nothing made of them may be kept. */
    isStale: () => known !== changes,
    /** The contact address of the configuration. */
    defaultEmail: contactEmail,
    /** The contact address; that of the configuration where staff have set none. */
    get contactEmail() {
      return settings.contact.value.email || contactEmail;
    },
    /** Reads them again. @throws where that fails; once started, it goes on trying */
    async refresh() {
      changes += 1;
      try {
        await worker.flush();
      } catch (error) {
        log?.warn('The settings of the site could not be read', { error });
        throw error;
      }
    },
    start: worker.start,
    stop: worker.stop,
  };
}
