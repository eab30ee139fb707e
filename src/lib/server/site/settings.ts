// The settings of the site as they are stored, and as pages read them.
import { announcementKinds } from '../../shared/schemas/desk.ts';
import { z } from '../../shared/zod.ts';
import type { SiteSettingTable } from '../platform/db/schema.ts';

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

export function settingsOfRows(rows: readonly SiteSettingTable[]): SiteSettings {
  const find = <Value>(name: SiteSettingTable['name'], schema: z.ZodType<Value>, unset: Versioned<Value>) => {
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
