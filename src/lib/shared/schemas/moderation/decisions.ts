// Decisions of staff, their previews, bulk actions, and templates of replies.
import { z } from '../../zod.ts';
import {
  caseEventSchema,
  caseLimits,
  caseReportSchema,
  deskActions,
  deskPersonSchema,
  deskSubjectSchema,
  queueItemSchema,
  subjectKinds,
} from './cases.ts';
import { claimSchema } from './claims.ts';
import { policyIds } from './policies.ts';
import { line, text } from '../texts.ts';

/** Who decided. */
export const decisionSources = ['staff', 'operator', 'rule'] as const;
export type DecisionSource = (typeof decisionSources)[number];

/** Days for which a strike counts, and for which a bulk action can be taken back. */
export const strikeDays = 180;
export const undoDays = 30;
/** Listings that one selection may hold. */
export const maxSelection = 500;

/** Facts that `remove-facts` empties, and pictures that it removes. */
export const removableFacts = [
  'description',
  'long_description',
  'website',
  'playstore_link',
  'appstore_link',
  'external_link',
  'licence',
  'logo',
  'screenshot',
  'about',
  'portrait',
  'social_links',
] as const;
export type RemovableFact = (typeof removableFacts)[number];

export const decisionSchema = z
  .object({
    number: z.string().meta({ description: 'Its page is /moderation/{number}.' }),
    at: z.iso.datetime(),
    source: z.enum(decisionSources),
    by: deskPersonSchema.nullable(),
    action: z.enum(deskActions),
    policy: z.enum(policyIds),
    public_reason: z.string(),
    owner_reason: z.string(),
    subject: z.object({ kind: z.enum(subjectKinds), id: z.string(), name: z.string() }),
    state_before: z.string(),
    state_after: z.string(),
    case_number: z.string().nullable(),
    bulk_number: z.string().nullable(),
  })
  .meta({ id: 'Decision' });

export const strikeSchema = z
  .object({
    decision_number: z.string(),
    policy: z.enum(policyIds),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    counts: z.boolean().meta({ description: 'Neither expired nor taken back.' }),
  })
  .meta({ id: 'Strike' });

export const deskListingSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    name_id: z.string(),
    state: z.string(),
    owner: deskPersonSchema,
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'DeskListing' });

export const caseSchema = queueItemSchema
  .extend({
    subject: deskSubjectSchema,
    owner: deskPersonSchema
      .extend({ email: z.string(), is_suspended: z.boolean() })
      .nullable()
      .meta({ description: 'null where the account is gone.' }),
    note: z.string().meta({ description: 'Why it was opened, such as the rule of a hold.' }),
    report_list: z.array(caseReportSchema),
    events: z.array(caseEventSchema),
    history: z
      .array(z.object({ at: z.iso.datetime(), event: z.string() }))
      .meta({ description: "The owner's account and listings in the audit trail, newest first." }),
    other_listings: z.array(deskListingSchema).meta({ description: 'The 20 newest.' }),
    other_listings_count: z.int(),
    decisions: z.array(decisionSchema).meta({ description: 'About this owner or subject, newest first.' }),
    strikes: z.array(strikeSchema),
    allowed_actions: z.array(z.enum(deskActions)).meta({
      description:
        'What the caller may decide; empty for an own listing or report, or an own decision appealed.',
    }),
    claims: z.array(claimSchema).meta({
      description: 'Who has proved to control what the listing links to. `transfer` gives it to one of them.',
    }),
    appeal: z
      .object({ decision_number: z.string(), party: z.enum(['owner', 'reporter']), text: z.string() })
      .nullable(),
  })
  .meta({ id: 'Case' });

const reason = (of: string, missing: string) => line(missing, caseLimits.reason, of);

const noAction = 'Choose what to do.';

const decidedFields = {
  action: z.enum(deskActions, noAction),
  policy: z.enum(policyIds, 'Choose the policy that this is about.'),
  public_reason: reason('the public reason', 'Give a reason for the public page.'),
  owner_reason: reason('the reason for the owner', 'Give a reason for the owner.'),
};

export const decideSchema = z
  .object({
    version: z.coerce.number().int().meta({ description: '`version` of the case.' }),
    ...decidedFields,
    message: text(caseLimits.message, 'the message').default('').meta({
      description: 'Further text of the mail to the owner, in Markdown.',
    }),
    facts: z.array(z.enum(removableFacts)).max(removableFacts.length).default([]).meta({
      description: 'With `remove-facts`: what is removed.',
    }),
    restriction: z
      .object({
        actions: z.array(z.enum(['publish', 'report', 'contact'])).min(1),
        days: z.coerce.number().int().min(1).max(365),
      })
      .optional()
      .meta({ description: 'With `restrict`.' }),
    claimant: z.string().max(64).optional().meta({
      description: 'With `transfer`: id of the account that gets the listing, one of `claims`.',
    }),
  })
  .meta({ id: 'Decide' });

export const mailPreviewSchema = z
  .object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })
  .meta({ id: 'MailPreview' });

export const previewSchema = z
  .object({
    mails: z
      .array(mailPreviewSchema)
      .meta({ description: 'Exactly as they will be sent; none without a verified owner.' }),
    state_before: z.string(),
    state_after: z.string(),
    gives_strike: z.boolean(),
    listings: z.int().meta({ description: 'Listings that leave the lists.' }),
  })
  .meta({ id: 'DecisionPreview' });

export const bulkActions = ['limit', 'hold', 'remove', 'restore', 'suspend'] as const;
export type BulkActionName = (typeof bulkActions)[number];

export const bulkFormSchema = z
  .object({
    ...decidedFields,
    action: z.enum(bulkActions, noAction).meta({ description: '`suspend` only with `account`.' }),
    listings: z
      .array(z.string().max(64))
      .max(maxSelection)
      .default([])
      .meta({ description: 'Ids of listings.' }),
    account: z.string().max(64).optional().meta({
      description: 'Id of the account, in place of a selection: all of its listings.',
    }),
  })
  .meta({ id: 'BulkForm' });

export const bulkStates = ['running', 'done', 'undoing', 'undone'] as const;
export type BulkState = (typeof bulkStates)[number];

export const bulkSchema = z
  .object({
    number: z.string(),
    state: z.enum(bulkStates),
    action: z.enum(bulkActions),
    policy: z.enum(policyIds),
    public_reason: z.string(),
    owner_reason: z.string(),
    account: deskPersonSchema.nullable(),
    total: z.int(),
    done: z.int().meta({ description: 'Of `total`, in the state that is named.' }),
    skipped: z.int().meta({ description: 'Left as they were: gone, changed since, or already so.' }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    undo_until: z.iso.datetime().nullable().meta({ description: 'null where it cannot be taken back.' }),
    by: deskPersonSchema.nullable(),
  })
  .meta({ id: 'Bulk' });

export const bulkPreviewSchema = z
  .object({
    listings: z.int(),
    skipped: z.int(),
    owners: z.int(),
    mails: z
      .array(mailPreviewSchema)
      .meta({ description: 'To the first owners; all get one in the same words.' }),
  })
  .meta({ id: 'BulkPreview' });

export const templateUses = ['owner', 'reporters', 'public'] as const;
export const templateFormSchema = z
  .object({
    name: line('Name the template.', 60, 'the name'),
    use: z.enum(templateUses),
    body: text(caseLimits.message, 'the template').refine(
      (value) => value !== '',
      'Write the template first.',
    ),
  })
  .meta({ id: 'TemplateForm' });
export const templateSchema = templateFormSchema
  .extend({ id: z.string(), updated_at: z.iso.datetime() })
  .meta({ id: 'Template', description: 'A text in Markdown for replies.' });

export type DecisionJson = z.infer<typeof decisionSchema>;
export type StrikeJson = z.infer<typeof strikeSchema>;
export type DeskListingJson = z.infer<typeof deskListingSchema>;
export type CaseJson = z.infer<typeof caseSchema>;
export type DecideForm = z.output<typeof decideSchema>;
export type PreviewJson = z.infer<typeof previewSchema>;
export type BulkForm = z.output<typeof bulkFormSchema>;
export type BulkJson = z.infer<typeof bulkSchema>;
export type BulkPreviewJson = z.infer<typeof bulkPreviewSchema>;
export type TemplateForm = z.output<typeof templateFormSchema>;
export type TemplateJson = z.infer<typeof templateSchema>;
