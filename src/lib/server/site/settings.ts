// The settings of the site as they are stored, and as pages read them.
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { hasRow } from '../platform/db/statements.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { Row } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { AuditEvent } from '../platform/security/audit-events.ts';
import type { Client } from '../platform/security/client.ts';
import {
  announcementKinds,
  type ChangeAnnouncement,
  type ChangeContact,
  type ChangeDataPrice,
  type SiteSettingsJson,
} from '../../shared/schemas/desk.ts';
import { isoOrNull } from '../../shared/text/dates.ts';
import { messages } from '../../shared/text/messages.ts';
import { z } from '../../shared/zod.ts';

const contactSchema = z.object({ email: z.string() });

/**
 * Naira that a gigabyte costs on average with the four mobile networks of Nigeria, where staff have set none: by their
 * published rates after the tariffs that the NCC approved in January 2025 (docs/operations.md, 'Settings at the desk').
 */
export const averageNairaPerGb = 475;

const dataPriceSchema = z.object({ nairaPerGb: z.int().nullable() });

const announcementSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    link: z.string(),
    kind: z.enum(announcementKinds),
    from: z.int().nullable(),
    until: z.int().nullable(),
    isDismissible: z.boolean(),
  })
  .nullable();

export type Announcement = NonNullable<z.infer<typeof announcementSchema>>;

interface Versioned<Value> {
  /** 0 until somebody has set it. */
  version: number;
  value: Value;
}

export interface SiteSettings {
  contact: Versioned<z.infer<typeof contactSchema>>;
  dataPrice: Versioned<z.infer<typeof dataPriceSchema>>;
  announcement: Versioned<Announcement | null>;
}

/** The settings of a site where nobody has changed any. */
export const unsetSettings: SiteSettings = {
  contact: { version: 0, value: { email: '' } },
  dataPrice: { version: 0, value: { nairaPerGb: null } },
  announcement: { version: 0, value: null },
};

function settingsOfRows(rows: readonly Row<'site_settings'>[]): SiteSettings {
  const find = <Value>(
    name: Row<'site_settings'>['name'],
    schema: z.ZodType<Value>,
    unset: Versioned<Value>,
  ) => {
    const row = rows.find((one) => one.name === name);
    return row ? { version: row.version, value: schema.parse(JSON.parse(row.value)) } : unset;
  };
  return {
    contact: find('contact', contactSchema, unsetSettings.contact),
    dataPrice: find('data-price', dataPriceSchema, unsetSettings.dataPrice),
    announcement: find('announcement', announcementSchema, unsetSettings.announcement),
  };
}

/** The announcement that visitors see at `now`, and the next instant at which that changes; null for never. */
export function announcementAt(
  announcement: Announcement | null,
  now: number,
): { shown: Announcement | null; changesAt: number | null } {
  if (!announcement) return { shown: null, changesAt: null };
  const { from, until } = announcement;
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
  const { contact, dataPrice, announcement } = await findSettings(db.read);
  const { value } = announcement;
  return {
    contact: { version: contact.version, email: contact.value.email, default_email: contactEmail },
    data_price: {
      version: dataPrice.version,
      naira_per_gb: dataPrice.value.nairaPerGb,
      default_naira_per_gb: averageNairaPerGb,
    },
    announcement: {
      version: announcement.version,
      current: value && {
        id: value.id,
        text: value.text,
        link: value.link,
        kind: value.kind,
        from: isoOrNull(value.from),
        until: isoOrNull(value.until),
        is_dismissible: value.isDismissible,
      },
    },
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
    valueOf: (form: Form) => object | null,
  ) =>
  async (context: SiteContext, { client, userId }: Actor, form: Form): Promise<SiteSettingsJson> => {
    const { audit, clock } = context;
    const { version } = form;
    await audit.write(client, async (trx, record) => {
      const row = { value: JSON.stringify(valueOf(form)), version: version + 1, updated_at: clock() };
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

export const changeContact = changing('contact', 'site.contact-changed', ({ email }: ChangeContact) => ({
  email,
}));

export const changeDataPrice = changing(
  'data-price',
  'site.data-price-changed',
  ({ naira_per_gb: nairaPerGb }: ChangeDataPrice) => ({ nairaPerGb }),
);

export const changeAnnouncement = changing(
  'announcement',
  'site.announcement-changed',
  ({ text, link, kind, from, until, is_dismissible: isDismissible }: ChangeAnnouncement): Announcement => ({
    id: newId(),
    text,
    link,
    kind,
    isDismissible,
    from: instantOf(from),
    until: instantOf(until),
  }),
);

export const removeAnnouncement = changing<{ version: number }>(
  'announcement',
  'site.announcement-removed',
  () => null,
);

export async function findSettings(db: ReadDb): Promise<SiteSettings> {
  return settingsOfRows(await db.selectFrom('site_settings').selectAll().execute());
}
