import { proofWays } from '../text/proof-texts.ts';
import { named, enumOf, keysOf, z } from '../zod.ts';
import { reportReasons, policyIds } from './policies.ts';
import { line, longText, text } from './texts.ts';
import { proofFacts } from './proofs.ts';

export const subjectKinds = ['app', 'release', 'screenshot', 'profile'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

// Choices are written with the words in which the desk shows them.

export const caseKinds = { report: 'Report', hold: 'Hold or claim', appeal: 'Appeal' } as const;
export type CaseKind = keyof typeof caseKinds;

/** `waiting` for the owner; it returns to `open` by itself. */
export const caseStates = { open: 'Open', waiting: 'With the owner', decided: 'Decided' } as const;
export type CaseState = keyof typeof caseStates;

export const deskActions = {
  none: 'No action',
  'ask-owner': 'Ask the owner',
  'remove-facts': 'Remove facts or pictures',
  limit: 'Limit: reachable only by its address',
  hold: 'Hold: hidden until cleared',
  remove: 'Remove',
  restore: 'Restore',
  suspend: 'Suspend the account',
  restrict: 'Restrict the account',
  transfer: 'Transfer to the verified account',
} as const;
export type DeskAction = keyof typeof deskActions;

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

export const deskPersonSchema = named('DeskPerson', { id: z.string(), name: z.string() });

export const deskSubjectSchema = named('DeskSubject', {
  kind: z.enum(subjectKinds),
  id: z.string(),
  name: z.string().describe('As visitors see it; "" where it is gone.'),
  path: z.string().nullable().describe('Its page on this site; null where it is gone.'),
  state: z.string().describe('State of the listing; `open` or `suspended` for a profile.'),
  exists: z.boolean(),
  app_id: z.string().nullable(),
  image: z.string().nullable().describe('Address of the logo, screenshot or portrait.'),
  screenshots: z
    .array(z.string())
    .describe('Addresses of the screenshots of a listing, or of the listing of a release.'),
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
});

export const queueItemSchema = named('QueueItem', {
  number: z.string(),
  kind: enumOf(caseKinds),
  state: enumOf(caseStates),
  reason: z.enum(reportReasons).describe('The most severe reason of its reports.'),
  subject: deskSubjectSchema.pick({ kind: true, id: true, name: true, path: true }),
  reports: z.int(),
  opened_at: z.iso.datetime(),
  due_at: z.iso.datetime(),
  is_overdue: z.boolean(),
  waits_until: z.iso.datetime().nullable(),
  assigned_to: deskPersonSchema.nullable(),
  version: z.int().describe('To be sent with every change of the case.'),
});

export const caseEvents = {
  opened: 'Opened',
  joined: 'Report added',
  claimed: 'Assigned',
  released: 'Unassigned',
  'handed-over': 'Reassigned',
  noted: 'Note',
  messaged: 'Message',
  'asked-owner': 'Owner asked',
  returned: 'Returned',
  decided: 'Decided',
} as const;
export type CaseEventName = keyof typeof caseEvents;

export const caseEventSchema = named('CaseEvent', {
  id: z.string(),
  at: z.iso.datetime(),
  event: enumOf(caseEvents),
  by: deskPersonSchema.nullable().describe('null for the site itself.'),
  text: z.string(),
});

export const caseReportSchema = named(
  'CaseReport',
  {
    number: z.string(),
    reason: z.enum(reportReasons),
    message: z.string(),
    link: z.string(),
    created_at: z.iso.datetime(),
    reporter: z.object({
      id: z.string().nullable().describe('Of the account; null without one.'),
      name: z.string(),
      email: z.string(),
    }),
  },
  'Only staff see the reporter, and not those whom it is about.',
);

export const queueFilterSchema = z.object({
  state: enumOf(caseStates).default('open').describe('State of the cases.'),
  kind: enumOf(caseKinds).optional().describe('Only cases of this kind.'),
  reason: z.enum(reportReasons).optional().describe('Only cases with this reason.'),
  due: z.enum(['overdue', 'today']).optional().describe('`today`: within 24 hours.'),
  older_than_days: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .optional()
    .describe('Only cases that were opened earlier.'),
  mine: z.enum(['1']).optional().describe('Only those that the caller has claimed.'),
});
export type QueueFilter = z.output<typeof queueFilterSchema>;

export type DeskPersonJson = z.infer<typeof deskPersonSchema>;
export type QueueItemJson = z.infer<typeof queueItemSchema>;
export type CaseEventJson = z.infer<typeof caseEventSchema>;

// Claims: accounts that have proved to control what a listing of somebody else links to.

export const claimSchema = named('Claim', {
  account: deskPersonSchema.extend({ email: z.string() }),
  name: z.string().describe('What was proved, such as busha.co.'),
  way: enumOf(proofWays),
  checked_at: z.iso.datetime().nullable().describe('When the proof was last found.'),
  is_failing: z.boolean().describe('Whether the last check failed.'),
});
export type ClaimJson = z.infer<typeof claimSchema>;

// Decisions of staff, their previews, bulk actions, and templates of replies.

export const decisionSources = ['staff', 'operator', 'rule'] as const;
export type DecisionSource = (typeof decisionSources)[number];

/** Days for which a strike counts, and for which a bulk action can be taken back. */
export const strikeDays = 180;
export const undoDays = 30;
/** Listings that one selection may hold. */
export const maxSelection = 500;

/** Facts that `remove-facts` empties, and pictures that it removes. */
export const removableFacts = {
  description: 'Short description',
  long_description: 'Long description',
  website: 'Website link',
  playstore_link: 'Play Store link',
  appstore_link: 'App Store link',
  external_link: 'Other link',
  licence: 'Licence and registration',
  logo: 'Logo',
  screenshot: 'Screenshot',
  about: 'About',
  portrait: 'Portrait',
  social_links: 'Social links',
} as const;
export type RemovableFact = keyof typeof removableFacts;

export const decisionSchema = named('Decision', {
  number: z.string().describe('Its page is /moderation/{number}.'),
  at: z.iso.datetime(),
  source: z.enum(decisionSources),
  by: deskPersonSchema.nullable(),
  action: enumOf(deskActions),
  policy: z.enum(policyIds),
  public_reason: z.string(),
  owner_reason: z.string(),
  subject: z.object({ kind: z.enum(subjectKinds), id: z.string(), name: z.string() }),
  state_before: z.string(),
  state_after: z.string(),
  case_number: z.string().nullable(),
  bulk_number: z.string().nullable(),
});

export const strikeSchema = named('Strike', {
  decision_number: z.string(),
  policy: z.enum(policyIds),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  counts: z.boolean().describe('Neither expired nor taken back.'),
});

export const deskListingSchema = named('DeskListing', {
  id: z.string(),
  name: z.string(),
  name_id: z.string(),
  state: z.string(),
  owner: deskPersonSchema,
  created_at: z.iso.datetime(),
});

export const caseSchema = named('Case', {
  ...queueItemSchema.shape,
  subject: deskSubjectSchema,
  owner: deskPersonSchema
    .extend({ email: z.string(), is_suspended: z.boolean() })
    .nullable()
    .describe('null where the account is gone.'),
  note: z.string().describe('Why it was opened, such as the rule of a hold.'),
  report_list: z.array(caseReportSchema),
  events: z.array(caseEventSchema),
  history: z
    .array(z.object({ at: z.iso.datetime(), event: z.string() }))
    .describe("The owner's account and listings in the audit trail, newest first."),
  other_listings: z.array(deskListingSchema).describe('The 20 newest.'),
  other_listings_count: z.int(),
  decisions: z.array(decisionSchema).describe('About this owner or subject, newest first.'),
  strikes: z.array(strikeSchema),
  allowed_actions: z
    .array(enumOf(deskActions))
    .describe('What the caller may decide; empty for an own listing or report, or an own decision appealed.'),
  claims: z
    .array(claimSchema)
    .describe('Who has proved to control what the listing links to. `transfer` gives it to one of them.'),
  appeal: z
    .object({ decision_number: z.string(), party: z.enum(['owner', 'reporter']), text: z.string() })
    .nullable(),
});

const noAction = 'Choose what to do.';

const decidedFields = {
  action: enumOf(deskActions, noAction),
  policy: z.enum(policyIds, 'Choose the policy that this is about.'),
  public_reason: line('Give a reason for the public page.', caseLimits.reason, 'the public reason'),
  owner_reason: line('Give a reason for the owner.', caseLimits.reason, 'the reason for the owner'),
};

export const decideSchema = named('Decide', {
  version: z.coerce.number().int().describe('`version` of the case.'),
  ...decidedFields,
  message: text(caseLimits.message, 'the message')
    .default('')
    .describe('Further text of the mail to the owner, in Markdown.'),
  facts: z
    .array(enumOf(removableFacts))
    .max(keysOf(removableFacts).length)
    .default([])
    .describe('With `remove-facts`: what is removed.'),
  restriction: z
    .object({
      actions: z.array(z.enum(['publish', 'report', 'contact'])).min(1),
      days: z.coerce.number().int().min(1).max(365),
    })
    .optional()
    .describe('With `restrict`.'),
  claimant: z
    .string()
    .max(64)
    .optional()
    .describe('With `transfer`: id of the account that gets the listing, one of `claims`.'),
});

export const mailPreviewSchema = named('MailPreview', {
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});

export const previewSchema = named('DecisionPreview', {
  mails: z.array(mailPreviewSchema).describe('Exactly as they will be sent; none without a verified owner.'),
  state_before: z.string(),
  state_after: z.string(),
  gives_strike: z.boolean(),
  listings: z.int().describe('Listings that leave the lists.'),
});

export const bulkActions = ['limit', 'hold', 'remove', 'restore', 'suspend'] as const;
export type BulkActionName = (typeof bulkActions)[number];

export const bulkFormSchema = named('BulkForm', {
  ...decidedFields,
  action: z.enum(bulkActions, noAction).describe('`suspend` only with `account`.'),
  listings: z.array(z.string().max(64)).max(maxSelection).default([]).describe('Ids of listings.'),
  account: z
    .string()
    .max(64)
    .optional()
    .describe('Id of the account, in place of a selection: all of its listings.'),
});

export const bulkStates = {
  running: 'In progress',
  done: 'Done',
  undoing: 'Undoing',
  undone: 'Undone',
} as const;
export type BulkState = keyof typeof bulkStates;

export const bulkSchema = named('Bulk', {
  number: z.string(),
  state: enumOf(bulkStates),
  action: z.enum(bulkActions),
  policy: z.enum(policyIds),
  public_reason: z.string(),
  owner_reason: z.string(),
  account: deskPersonSchema.nullable(),
  total: z.int(),
  done: z.int().describe('Of `total`, in the state that is named.'),
  skipped: z.int().describe('Left as they were: gone, changed since, or already so.'),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  undo_until: z.iso.datetime().nullable().describe('null where it cannot be taken back.'),
  by: deskPersonSchema.nullable(),
});

export const bulkPreviewSchema = named('BulkPreview', {
  listings: z.int(),
  skipped: z.int(),
  owners: z.int(),
  mails: z.array(mailPreviewSchema).describe('To the first owners; all get one in the same words.'),
});

export const templateUses = {
  owner: 'For the owner',
  reporters: 'For reporters',
  public: 'For the public page',
} as const;
export const templateFormSchema = named('TemplateForm', {
  name: line('Name the template.', 60, 'the name'),
  use: enumOf(templateUses),
  body: longText(1, caseLimits.message, 'the template', 'Write the template first.'),
});
export const templateSchema = named(
  'Template',
  {
    ...templateFormSchema.shape,
    id: z.string(),
    updated_at: z.iso.datetime(),
  },
  'A text in Markdown for replies.',
);

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

// The proofs of a listing as staff see them.

export const deskProofSchema = named('DeskProof', {
  account: deskPersonSchema.extend({ email: z.string() }),
  ...proofFacts,
});
export type DeskProofJson = z.infer<typeof deskProofSchema>;

export const deskProofsSchema = named('DeskProofs', {
  listing: z.object({ id: z.string(), name: z.string(), name_id: z.string(), state: z.string() }),
  results: z
    .array(deskProofSchema)
    .describe('That of its owner first, which is there also where nothing is proved.'),
});
export type DeskProofsJson = z.infer<typeof deskProofsSchema>;

// What reporters, appellants and everybody may read of moderation. Nothing here names a person.

/** Outcome of a decision in the words of its public page. */
const outcomeSchema = named('Outcome', {
  action: z.string(),
  reason: z.string().describe('Public reason of the decision.'),
  policy: z.string(),
  decided_at: z.string(),
  url: z.url().describe('Public page of the decision.'),
});

/** What a reporter is told about the own report: nothing of other reports of the same case. */
export const followUpSchema = named('ReportFollowUp', {
  number: z.string(),
  about: z.object({ kind: z.enum(subjectKinds), name: z.string(), url: z.url().nullable() }),
  reason: z.enum(reportReasons),
  state: z.enum(['with-owner', 'open', 'decided']),
  received_at: z.string(),
  outcome: outcomeSchema.nullable(),
});

export const appealStates = ['possible', 'open', 'upheld', 'reversed', 'expired'] as const;
export type AppealState = (typeof appealStates)[number];

export const appealViewSchema = named('Appeal', {
  state: z.enum(appealStates),
  until: z.string().describe('The last instant at which an appeal is accepted.'),
  answer: z.string().describe('What was decided on the appeal; "" until then.'),
  outcome: outcomeSchema.describe('The decision that is appealed against.'),
});
export type AppealViewJson = z.infer<typeof appealViewSchema>;

/** What an owner is asked. Nothing about the reporters. */
export const ownerQuestionSchema = named('OwnerQuestion', {
  is_waiting: z.boolean(),
  about: z.object({ name: z.string(), url: z.url() }),
  staff_text: z.string().describe('What staff ask to change; "" where only reports do.'),
  reports: z.array(z.object({ reason: z.enum(reportReasons), message: z.string(), link: z.string() })),
});

const counts = z.record(z.string(), z.int());

export const transparencySchema = named('Transparency', {
  months: z.array(
    z.object({
      month: z.string().describe('Such as `2026-11`, in Lagos time.'),
      reports: z.object({ total: z.int(), by_reason: counts }),
      cases: z.object({ opened: z.int(), by_kind: counts }),
      decisions: z.object({ total: z.int(), by_policy: counts, by_source: counts, by_action: counts }),
      median_hours: z
        .number()
        .nullable()
        .describe('From the opening of a case to its decision; null without a decided case.'),
      appeals: z.object({ total: z.int(), open: z.int(), upheld: z.int(), reversed: z.int() }),
    }),
  ),
});

export const policiesSchema = named('Policies', {
  version: z.string(),
  policies: z.array(
    z.object({ id: z.enum(policyIds), title: z.string(), text: z.string(), leads_to: z.string() }),
  ),
});

/** A decision without names, texts of people and ids. */
export const publicDecisionSchema = named('PublicDecision', {
  number: z.string(),
  decided_at: z.string(),
  source: z.enum(decisionSources),
  action: enumOf(deskActions),
  policy: z.enum(policyIds),
  policies_version: z.string(),
  reason: z.string(),
  subject: z.enum(subjectKinds),
  cause: enumOf(caseKinds).nullable().describe('What its case was opened by.'),
  appeal: z.enum(['open', 'upheld', 'reversed']).nullable(),
  url: z.url(),
});
