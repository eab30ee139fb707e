import { toLink } from '../addresses/links.ts';
import { reportMessages } from '../text/report-messages.ts';
import { named, z } from '../zod.ts';
import { emailSchema, mailedCode } from './accounts.ts';
import { reportReasons } from './policies.ts';
import { link, longText, senderName } from './texts.ts';

/** What a report is about: `app:<name_id>`, `release:<id>`, `screenshot:<id>` or `profile:<id>`. */
export const reportAboutPattern = /^(app|release|screenshot|profile):([a-z0-9-]{1,128})$/;

// Reports of apps, releases, screenshots and profiles, answers of their owners, and appeals against decisions.

/** Days within which an owner is expected to answer a report of `ownerFirstReasons`. */
export const ownerAnswerDays = 14;

export const reportMessageLength = { min: 20, max: 4_000 } as const;
/** Minutes for which the code that a guest is mailed works. */
export const reportCodeMinutes = 30;
/** Days for which a decision can be appealed against. */
export const appealDays = 184;

/** The message of a report or an appeal. Line breaks are kept. */
const { min, max } = reportMessageLength;
const message = longText(min, max, 'the message', 'Describe what is wrong in 20 characters or more.');

const about = z
  .string(reportMessages.noSubject)
  .regex(reportAboutPattern, reportMessages.noSubject)
  .describe('`app:` and a name_id; `release:`, `screenshot:` or `profile:` and an id.');

/** Any page on the web that shows what is meant. */
const evidence = link(toLink, 'Enter a link that begins with http:// or https://, or leave it empty.')
  .default('')
  .describe('A page that shows it, http or https.');

export const reportSchema = named('NewReport', {
  about,
  reason: z.enum(reportReasons, 'Choose a reason.'),
  message,
  link: evidence,
  name: senderName.optional().describe('Of a reporter without an account; required without a bearer token.'),
  email: emailSchema.shape.email
    .optional()
    .describe('Of a reporter without an account; required without a bearer token.'),
});
export type NewReport = z.output<typeof reportSchema>;

/** The form of a guest, who has to say where the code is mailed. */
export const guestReportSchema = reportSchema.required({ name: true, email: true });
export type GuestReport = z.output<typeof guestReportSchema>;

export const confirmReportSchema = named('ConfirmReport', {
  request: z.string(reportMessages.noRequest).min(1, reportMessages.noRequest).max(200),
  code: mailedCode,
});

/** Answer to a report of a member, and to the code of a guest. */
export const reportReceivedSchema = named('ReportReceived', {
  state: z.literal('received'),
  number: z.string().describe('Number of the report, such as `20261121-K7Q2M`.'),
  url: z.url().describe('Page on which the reporter follows it; holds a secret key.'),
});
export type ReportReceivedJson = z.infer<typeof reportReceivedSchema>;

/** Answer to a report of a guest. The same whether the address is known or not. */
export const reportPendingSchema = named('ReportPending', {
  state: z.literal('code-mailed'),
  request: z.string().describe('Send it with the code of the mail.'),
  expires_in: z.int().describe('Seconds.'),
});
export type ReportPendingJson = z.infer<typeof reportPendingSchema>;

/** The text of an appeal. The token of the mailed link says who appeals, and against what. */
export const appealSchema = named('NewAppeal', { message });

export const ownerAnswers = ['mended', 'right'] as const;
export type OwnerAnswer = (typeof ownerAnswers)[number];
/** The answer of an owner. The token of the mailed link says to what. */
export const ownerAnswerSchema = named('OwnerAnswer', {
  answer: z.enum(ownerAnswers, 'Choose an answer.'),
});
