// Apps and developers that an account follows, what is new of them, and the mails about it.
import { mailTimes } from '../text/follow-messages.ts';
import { enumOf, named, z } from '../zod.ts';
import { limits } from './limits.ts';

export const followPattern = /^(?:app|user):[\da-f-]{36}$/;
/** `app:<id>` or `user:<id>`. */
export type FollowSubject = `app:${string}` | `user:${string}`;

const subject = z
  .string()
  .regex(followPattern, 'This cannot be followed.')
  .describe('`app:<id>` or `user:<id>`.');

const mailTime = enumOf(mailTimes).describe(
  "'soon' is within minutes, 'weekly' on Mondays, 'never' not at all.",
);

export const followsSchema = named('Follows', {
  subjects: z.array(z.string()).describe('The latest first.'),
});
export type FollowsJson = z.infer<typeof followsSchema>;

export const followSchema = named('Follow', { subject, follow: z.boolean().describe('False ends it.') });
export type FollowInput = z.infer<typeof followSchema>;

const noticeSchema = named('Notice', {
  kind: z.enum(['release', 'app', 'decision']),
  at: z.iso.datetime(),
  title: z.string(),
  path: z.string().describe('Path of its page.'),
});
export type NoticeJson = z.infer<typeof noticeSchema>;

export const noticesSchema = named('Notices', {
  results: z.array(noticeSchema).describe('Of the last 60 days, newest first; at most 50.'),
  unseen: z.int().describe('How many of them are newer than what was seen.'),
  seen_at: z.iso.datetime(),
  release_mail: mailTime,
  app_mail: mailTime,
});
export type NoticesJson = z.infer<typeof noticesSchema>;

export const noticeSettingsSchema = named('NoticeSettings', {
  seen_at: z.iso
    .datetime({ offset: true, error: 'Say until when everything was seen.' })
    .optional()
    .describe('Everything until then was seen, on every device. It never goes back.'),
  release_mail: mailTime.optional(),
  app_mail: mailTime.optional(),
});
export type NoticeSettingsInput = z.infer<typeof noticeSettingsSchema>;

// The apps that an account has saved: a map that knows what was saved and what was taken out again, so that several
// devices agree on it in whatever order their changes arrive.

/** The logical clock of a change; one that is higher wins. Few devices come near the limit. */
export const maxSavedClock = 2 ** 40;

const savedAppSchema = named('SavedApp', {
  id: z.string().min(1).max(64).describe('Id of the app.'),
  clock: z
    .int()
    .min(1)
    .max(maxSavedClock)
    .describe('Higher than every clock that the client knew when the person changed this.'),
  saved: z.boolean().describe('False for an app that was taken out again.'),
});
export type SavedAppJson = z.infer<typeof savedAppSchema>;

export const savedAppsSchema = named('SavedApps', {
  apps: z
    .array(savedAppSchema)
    .max(limits.savedApps)
    .describe('Of an app that is named twice, the change with the highest clock counts.'),
});
