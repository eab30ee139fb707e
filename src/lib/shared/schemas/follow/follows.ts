// Apps and developers that an account follows, what is new of them, and the mails about it.
import { z } from '../../zod.ts';

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
