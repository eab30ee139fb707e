// Apps and developers that an account follows, what is new of them, and the mails about it.
import { z } from '../zod.ts';
import { limits } from './limits.ts';

export const followPattern = /^(?:app|user):[\da-f-]{36}$/;
/** `app:<id>` or `user:<id>`. */
export type FollowSubject = `app:${string}` | `user:${string}`;

const subject = z
  .string()
  .regex(followPattern, 'This cannot be followed.')
  .meta({ description: '`app:<id>` or `user:<id>`.' });

export const mailTimes = ['weekly', 'soon', 'never'] as const;
export type MailTime = (typeof mailTimes)[number];

const mailTime = z
  .enum(mailTimes)
  .meta({ description: "'soon' is within minutes, 'weekly' on Mondays, 'never' not at all." });

export const followsSchema = z
  .object({ subjects: z.array(z.string()).meta({ description: 'The latest first.' }) })
  .meta({ id: 'Follows' });
export type FollowsJson = z.infer<typeof followsSchema>;

export const followSchema = z
  .object({ subject, follow: z.boolean().meta({ description: 'False ends it.' }) })
  .meta({ id: 'Follow' });
export type FollowInput = z.infer<typeof followSchema>;

const noticeSchema = z
  .object({
    kind: z.enum(['release', 'app', 'decision']),
    at: z.iso.datetime(),
    title: z.string(),
    path: z.string().meta({ description: 'Path of its page.' }),
  })
  .meta({ id: 'Notice' });
export type NoticeJson = z.infer<typeof noticeSchema>;

export const noticesSchema = z
  .object({
    results: z.array(noticeSchema).meta({ description: 'Of the last 60 days, newest first; at most 50.' }),
    unseen: z.int().meta({ description: 'How many of them are newer than what was seen.' }),
    seen_at: z.iso.datetime(),
    release_mail: mailTime,
    app_mail: mailTime,
  })
  .meta({ id: 'Notices' });
export type NoticesJson = z.infer<typeof noticesSchema>;

export const noticeSettingsSchema = z
  .object({
    seen_at: z.iso
      .datetime({ offset: true, error: 'Say until when everything was seen.' })
      .optional()
      .meta({ description: 'Everything until then was seen, on every device. It never goes back.' }),
    release_mail: mailTime.optional(),
    app_mail: mailTime.optional(),
  })
  .meta({ id: 'NoticeSettings' });
export type NoticeSettingsInput = z.infer<typeof noticeSettingsSchema>;

// The apps that an account has saved: a map that knows what was saved and what was taken out again, so that several
// devices agree on it in whatever order their changes arrive.

/** The logical clock of a change; one that is higher wins. Few devices come near the limit. */
export const maxSavedClock = 2 ** 40;

const savedAppSchema = z
  .object({
    id: z.string().min(1).max(64).meta({ description: 'Id of the app.' }),
    clock: z
      .int()
      .min(1)
      .max(maxSavedClock)
      .meta({ description: 'Higher than every clock that the client knew when the person changed this.' }),
    saved: z.boolean().meta({ description: 'False for an app that was taken out again.' }),
  })
  .meta({ id: 'SavedApp' });
export type SavedAppJson = z.infer<typeof savedAppSchema>;

export const savedAppsSchema = z
  .object({
    apps: z
      .array(savedAppSchema)
      .max(limits.savedApps)
      .meta({ description: 'Of an app that is named twice, the change with the highest clock counts.' }),
  })
  .meta({ id: 'SavedApps' });
