// The settings of the site as they are stored, and as pages read them.
import { findCategoryList } from '../apps/categories.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { firstCategoryList } from '../platform/category-list.ts';
import type { Database, ReadDb } from '../platform/db/database.ts';
import { hasRow } from '../platform/db/statements.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import type { Client } from '../platform/security/client.ts';
import { createWorker } from '../platform/worker.ts';
import {
  type ChangeAnnouncement,
  type ChangeContact,
  type ChangeDataPrice,
  type SiteSettingsJson,
} from '../../shared/schemas/desk.ts';
import { isoOrNull } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';

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

async function findSettings(db: ReadDb): Promise<SiteSettings> {
  const rows = await db.selectFrom('site_settings').selectAll().execute();
  const set = rows.map(({ name, version, value }) => [
    name,
    { version, value: JSON.parse(value) as unknown },
  ]);
  return { ...unsetSettings, ...(Object.fromEntries(set) as Partial<SiteSettings>) };
}

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

/** With the contact address of the configuration. */
export type SiteContext = Context & { contactEmail: string };

/** The member of staff who changes something. */
export interface Actor {
  userId: string;
  client: Client;
}

const instantOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** The settings with their versions, as they are stored. */
export async function showSettings({
  db,
  contactEmail,
}: Pick<SiteContext, 'contactEmail' | 'db'>): Promise<SiteSettingsJson> {
  const { contact, 'data-price': dataPrice, announcement } = await findSettings(db.read);
  return {
    contact: { version: contact.version, ...contact.value, default_email: contactEmail },
    data_price: {
      version: dataPrice.version,
      ...dataPrice.value,
      default_naira_per_gb: averageNairaPerGb,
    },
    announcement: { version: announcement.version, current: announcement.value },
  };
}

/**
 * What admins change at the desk. A change is published under the key 'site': when it is answered, every node has read
 * it and has dropped the pages that were made of the old one.
 * @returns a function that throws AppError 409 where somebody else has changed the setting since
 */
const changing =
  <Form extends { version: number }>(
    name: Row<'site_settings'>['name'],
    event: AuditEvent,
    valueOf: (value: Omit<Form, 'version'>) => object | null = (value) => value,
  ) =>
  async (context: SiteContext, { client, userId }: Actor, form: Form): Promise<SiteSettingsJson> => {
    const { audit, clock } = context;
    const { version, ...value } = form;
    await audit.write(client, async (trx, record) => {
      const row = { value: JSON.stringify(valueOf(value)), version: version + 1, updated_at: clock() };
      // Version 0 stands for no row.
      const isStored = await hasRow(
        version > 0
          ? trx
              .updateTable('site_settings')
              .set(row)
              .where('name', '=', name)
              .where('version', '=', version)
              .returning('name')
          : trx
              .insertInto('site_settings')
              .values({ name, ...row })
              .onConflict((conflict) => conflict.doNothing())
              .returning('name'),
      );
      if (!isStored) throw new AppError(409, messages.site.changedMeanwhile);
      noteChanged(dataKey.site);
      await record(event, userId);
    });
    return await showSettings(context);
  };

export const changeContact = changing<ChangeContact>('contact', 'site.contact-changed');

export const changeDataPrice = changing<ChangeDataPrice>('data-price', 'site.data-price-changed');

export const changeAnnouncement = changing<ChangeAnnouncement>(
  'announcement',
  'site.announcement-changed',
  ({ from, until, ...shown }): Announcement => ({
    ...shown,
    id: newId(),
    from: isoOrNull(instantOf(from)),
    until: isoOrNull(instantOf(until)),
  }),
);

export const removeAnnouncement = changing<{ version: number }>(
  'announcement',
  'site.announcement-removed',
  () => null,
);

// The settings of the site and its categories in memory. Texts need them at once, in mails and refusals as well, so
// each process holds them, and reads them again when the key 'site' or 'categories' is published
// (docs/decisions/026-site-settings.md).

export type SiteState = ReturnType<typeof createSiteState>;

export function createSiteState(
  db: Pick<Database, 'read'>,
  { contactEmail, log }: { contactEmail: string; log?: Logger | undefined },
) {
  let settings = unsetSettings;
  let categories = firstCategoryList;
  let stale = true;
  /** Whether something has changed since the last read began. */
  let isAsked = false;

  async function read(): Promise<boolean> {
    if (!isAsked) return false;
    isAsked = false;
    try {
      settings = await findSettings(db.read);
      categories = await findCategoryList(db.read);
    } catch (error) {
      isAsked = true;
      throw error;
    }
    stale = isAsked;
    return isAsked;
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
    isStale: () => stale,
    /** The contact address; that of the configuration where staff have set none. */
    get contactEmail() {
      return settings.contact.value.email || contactEmail;
    },
    /** Reads them again. @throws where that fails; once started, it goes on trying */
    async refresh() {
      isAsked = stale = true;
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
