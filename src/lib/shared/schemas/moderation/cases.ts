// Cases of the desk: what staff work on. Decisions, bulk actions and templates have their shapes in decisions.ts.
import { z } from '../../zod.ts';
import { reportReasons } from './policies.ts';
import { text } from '../texts.ts';

export const subjectKinds = ['app', 'release', 'screenshot', 'profile'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export const caseKinds = ['report', 'hold', 'appeal'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** `waiting` for the owner; it returns to `open` by itself. */
export const caseStates = ['open', 'waiting', 'decided'] as const;
export type CaseState = (typeof caseStates)[number];

export const deskActions = [
  'none',
  'ask-owner',
  'remove-facts',
  'limit',
  'hold',
  'remove',
  'restore',
  'suspend',
  'restrict',
  'transfer',
] as const;
export type DeskAction = (typeof deskActions)[number];

export const caseLimits = {
  number: 13,
  note: 4_000,
  message: 4_000,
  reason: 500,
  /** Days for the owner to answer what staff ask, and what a report of wrong facts asks. */
  ownerDays: { asked: 7, facts: 14 },
  /** Hours until a case is due. */
  dueHours: { urgent: 24, other: 120 },
} as const;

/** Without 0, O, 1, I, L and U, which are mistaken for one another, or spell words. */
export const numberLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const caseNumber = new RegExp(`^\\d{8}-[${numberLetters}]{4}$`);

/** A member of staff as the desk shows one. */
export const deskPersonSchema = z.object({ id: z.string(), name: z.string() }).meta({ id: 'DeskPerson' });

export const deskSubjectSchema = z
  .object({
    kind: z.enum(subjectKinds),
    id: z.string(),
    name: z.string().meta({ description: 'As visitors see it; "" where it is gone.' }),
    path: z.string().nullable().meta({ description: 'Its page on this site; null where it is gone.' }),
    state: z.string().meta({ description: 'State of the listing; `open` or `suspended` for a profile.' }),
    exists: z.boolean(),
    app_id: z.string().nullable(),
    image: z.string().nullable().meta({ description: 'Address of the logo, screenshot or portrait.' }),
    screenshots: z
      .array(z.string())
      .meta({ description: 'Addresses of the screenshots of a listing, or of the listing of a release.' }),
    texts: z.array(z.object({ label: z.string(), text: z.string() })),
    links: z.array(z.object({ label: z.string(), url: z.string() })),
  })
  .meta({ id: 'DeskSubject' });

export const queueItemSchema = z
  .object({
    number: z.string(),
    kind: z.enum(caseKinds),
    state: z.enum(caseStates),
    reason: z.enum(reportReasons).meta({ description: 'The most severe reason of its reports.' }),
    subject: z.object({
      kind: z.enum(subjectKinds),
      id: z.string(),
      name: z.string(),
      path: z.string().nullable(),
    }),
    reports: z.int(),
    opened_at: z.iso.datetime(),
    due_at: z.iso.datetime(),
    is_overdue: z.boolean(),
    waits_until: z.iso.datetime().nullable(),
    assigned_to: deskPersonSchema.nullable(),
    version: z.int().meta({ description: 'To be sent with every change of the case.' }),
  })
  .meta({ id: 'QueueItem' });

export const caseEvents = [
  'opened',
  'joined',
  'claimed',
  'released',
  'handed-over',
  'noted',
  'messaged',
  'asked-owner',
  'returned',
  'decided',
] as const;
export type CaseEventName = (typeof caseEvents)[number];

export const caseEventSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    event: z.enum(caseEvents),
    by: deskPersonSchema.nullable().meta({ description: 'null for the site itself.' }),
    text: z.string(),
  })
  .meta({ id: 'CaseEvent' });

export const caseReportSchema = z
  .object({
    number: z.string(),
    reason: z.enum(reportReasons),
    message: z.string(),
    link: z.string(),
    created_at: z.iso.datetime(),
    reporter: z.object({
      id: z.string().nullable().meta({ description: 'Of the account; null without one.' }),
      name: z.string(),
      email: z.string(),
    }),
  })
  .meta({ id: 'CaseReport', description: 'Only staff see the reporter.' });

export const queueFilterSchema = z.object({
  state: z.enum(caseStates).default('open').meta({ description: 'State of the cases.' }),
  kind: z.enum(caseKinds).optional().meta({ description: 'Only cases of this kind.' }),
  reason: z.enum(reportReasons).optional().meta({ description: 'Only cases with this reason.' }),
  due: z.enum(['overdue', 'today']).optional().meta({ description: '`today`: within 24 hours.' }),
  older_than_days: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .optional()
    .meta({ description: 'Only cases that were opened earlier.' }),
  mine: z.enum(['1']).optional().meta({ description: 'Only those that the caller has claimed.' }),
});
export type QueueFilter = z.output<typeof queueFilterSchema>;

const version = z.coerce
  .number()
  .int()
  .meta({ description: '`version` of the case that the change is based on.' });

export const caseVersionSchema = z.object({ version }).meta({ id: 'CaseVersion' });

export const handOverSchema = z
  .object({
    version,
    to: z
      .string()
      .min(1, 'Enter the email of a staff member.')
      .max(254)
      .meta({ description: 'Id or email of a member of staff.' }),
  })
  .meta({ id: 'HandOver' });

const written = (max: number, of: string, missing: string) =>
  text(max, of).refine((value) => value !== '', missing);

export const caseNoteSchema = z
  .object({ text: written(caseLimits.note, 'the note', 'Write the note first.') })
  .meta({ id: 'CaseNote', description: 'Only staff read it.' });

export const caseMessageSchema = z
  .object({
    to: z.enum(['owner', 'reporters']),
    text: written(caseLimits.message, 'the message', 'Write the message first.'),
  })
  .meta({ id: 'CaseMessage', description: 'Mailed in Markdown. Reporters never learn who else wrote.' });

export type DeskPersonJson = z.infer<typeof deskPersonSchema>;
export type DeskSubjectJson = z.infer<typeof deskSubjectSchema>;
export type QueueItemJson = z.infer<typeof queueItemSchema>;
export type CaseEventJson = z.infer<typeof caseEventSchema>;
export type CaseReportJson = z.infer<typeof caseReportSchema>;
