// Settings of the site that staff change at the desk, and its numbers.
import { z } from '../../zod.ts';
import { toLink } from '../../addresses/links.ts';
import { cleanAddress } from '../../text/email-address.ts';
import { limits } from '../limits.ts';
import { line, link } from '../texts.ts';

export const announcementKinds = ['info', 'warning'] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];

export const siteLimits = { announcement: 240, days: 30, dataPrice: 100_000 } as const;

/** @returns a path of the site or a public link; null for any other text, such as a javascript: address */
function announcementLink(text: string): string | null {
  const trimmed = text.trim();
  // '//' and '/\' lead to another host.
  if (/^\/(?![/\\])[^\s\p{C}\\]*$/u.test(trimmed)) return trimmed.length <= limits.url ? trimmed : null;
  return /^[/\\]/.test(trimmed) ? null : toLink(trimmed);
}

const instant = (sentence: string, description: string) =>
  z.iso.datetime({ offset: true, error: sentence }).nullable().meta({ description });

const versionMissing = 'Send the version that you have read.';
const version = z
  // Forms send texts.
  .union([z.int().min(0), z.string().regex(/^\d{1,9}$/)], versionMissing)
  .transform(Number)
  .meta({
    description: 'The version that was read. If somebody else has changed it since, the answer is 409.',
  });

/** The address as it is stored; '' for the one of the configuration. */
export const changeContactSchema = z
  .object({
    version,
    email: z
      .string('Enter an email address, or nothing for the one of the configuration.')
      .max(limits.email, 'This email address is too long.')
      .transform((text, context) => {
        if (text.trim() === '') return '';
        const address = cleanAddress(text);
        if (address !== null && /^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/.test(address)) return address;
        context.addIssue({ code: 'custom', message: 'Enter an email address such as help@apps.ng.' });
        return z.NEVER;
      })
      .meta({ maxLength: limits.email }),
  })
  .meta({ id: 'ChangeContact' });
export type ChangeContact = z.output<typeof changeContactSchema>;

const priceWrong = `Enter a price from 0 to ${String(siteLimits.dataPrice)} naira, or nothing for the usual one.`;

export const changeDataPriceSchema = z
  .object({
    version,
    naira_per_gb: z
      // Forms send texts.
      .union(
        [
          z.null(),
          z.int(),
          z
            .string()
            .trim()
            .regex(/^\d{0,6}$/),
        ],
        priceWrong,
      )
      .transform((value) => (value === null || value === '' ? null : Number(value)))
      .refine((value) => value === null || (value >= 0 && value <= siteLimits.dataPrice), priceWrong)
      .meta({ description: 'Null for the default; 0 where pages are to name no price.' }),
  })
  .meta({ id: 'ChangeDataPrice' });
export type ChangeDataPrice = z.output<typeof changeDataPriceSchema>;

export const changeAnnouncementSchema = z
  .object({
    version,
    text: line('Enter the text of the announcement.', siteLimits.announcement, 'the text'),
    link: link(
      announcementLink,
      'Enter a link such as https://apps.ng/news, or a path of this site such as /about.',
    ).default(''),
    kind: z.enum(announcementKinds, 'Choose info or warning.').default('info'),
    from: instant('Enter the beginning as a date and a time.', 'When it begins; null for at once.').default(
      null,
    ),
    until: instant('Enter the end as a date and a time.', 'When it ends; null for never.').default(null),
    is_dismissible: z
      .union([z.boolean(), z.enum(['true', 'false'])], "'is_dismissible' must be true or false.")
      .transform((value) => value === true || value === 'true')
      .default(true),
  })
  .refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
    path: ['until'],
    message: 'The end must be after the beginning.',
  })
  .meta({ id: 'ChangeAnnouncement' });
export type ChangeAnnouncement = z.output<typeof changeAnnouncementSchema>;

export const removeAnnouncementSchema = z.object({ version }).meta({ id: 'RemoveAnnouncement' });

export const siteSettingsSchema = z
  .object({
    contact: z.object({
      version: z.int(),
      email: z.string().meta({ description: "'' where the configuration's address is used." }),
      default_email: z.string().meta({ description: 'The address of the configuration.' }),
    }),
    data_price: z.object({
      version: z.int(),
      naira_per_gb: z.int().nullable().meta({ description: 'Null where the default is used.' }),
      default_naira_per_gb: z.int().meta({ description: '0 where pages name no price by default.' }),
    }),
    announcement: z.object({
      version: z.int(),
      current: z
        .object({
          id: z
            .string()
            .meta({ description: 'A new one at each change: who closed the old one sees the new one.' }),
          text: z.string(),
          link: z.string(),
          kind: z.enum(announcementKinds),
          from: z.iso.datetime().nullable(),
          until: z.iso.datetime().nullable(),
          is_dismissible: z.boolean(),
        })
        .nullable(),
    }),
  })
  .meta({ id: 'SiteSettings' });
export type SiteSettingsJson = z.infer<typeof siteSettingsSchema>;

const count = z.int().min(0);

export const numbersOfDaySchema = z.object({
  day: z.iso.date().meta({ description: 'The day in Lagos.' }),
  sign_ups: count,
  listings: count,
  releases: count,
  reports: count,
  decisions: count,
});
export type NumbersOfDay = z.infer<typeof numbersOfDaySchema>;

export const numbersSchema = z
  .object({
    at: z.iso.datetime(),
    accounts: z.object({ verified: count, pending: count, suspended: count, staff: count }),
    listings: z.object({ public: count, unlisted: count, held: count, limited: count, removed: count }),
    cases: z.object({ open: count, waiting: count, overdue: count }),
    mails: z.object({
      waiting: count,
      failed: count.meta({ description: 'Given up in the last 7 days.' }),
    }),
    jobs: z.object({
      waiting: count,
      failing: count.meta({ description: 'Jobs whose last step failed.' }),
    }),
    nodes: z
      .array(z.object({ version: z.string(), count }))
      .meta({ description: 'The versions that nodes run, with the number of nodes of each.' }),
    days: z
      .array(numbersOfDaySchema)
      .meta({ description: 'The last 30 days, oldest first; the last one is today.' }),
  })
  .meta({ id: 'Numbers' });
export type NumbersJson = z.infer<typeof numbersSchema>;
