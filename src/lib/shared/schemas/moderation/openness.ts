// What reporters, appellants and everybody may read of moderation. Nothing here names a person.
import { z } from '../../zod.ts';
import { caseKinds, deskActions, subjectKinds } from './cases.ts';
import { decisionSources } from './decisions.ts';
import { policyIds, reportReasons } from './policies.ts';

export const reportStates = ['with-owner', 'open', 'decided'] as const;

/** Outcome of a decision in the words of its public page. */
const outcomeSchema = z
  .object({
    action: z.string(),
    reason: z.string().meta({ description: 'Public reason of the decision.' }),
    policy: z.string(),
    decided_at: z.string(),
    url: z.url().meta({ description: 'Public page of the decision.' }),
  })
  .meta({ id: 'Outcome' });

/** What a reporter is told about the own report: nothing of other reports of the same case. */
export const followUpSchema = z
  .object({
    number: z.string(),
    about: z.object({ kind: z.enum(subjectKinds), name: z.string(), url: z.url().nullable() }),
    reason: z.enum(reportReasons),
    state: z.enum(reportStates),
    received_at: z.string(),
    outcome: outcomeSchema.nullable(),
  })
  .meta({ id: 'ReportFollowUp' });

export const appealStates = ['possible', 'open', 'upheld', 'reversed', 'expired'] as const;
export type AppealState = (typeof appealStates)[number];

export const appealViewSchema = z
  .object({
    state: z.enum(appealStates),
    until: z.string().meta({ description: 'The last instant at which an appeal is accepted.' }),
    answer: z.string().meta({ description: 'What was decided on the appeal; "" until then.' }),
    outcome: outcomeSchema.meta({ description: 'The decision that is appealed against.' }),
  })
  .meta({ id: 'Appeal' });
export type AppealViewJson = z.infer<typeof appealViewSchema>;

/** What an owner is asked. Nothing about the reporters. */
export const ownerQuestionSchema = z
  .object({
    is_waiting: z.boolean(),
    about: z.object({ name: z.string(), url: z.url() }),
    staff_text: z.string().meta({ description: 'What staff ask to change; "" where only reports do.' }),
    reports: z.array(z.object({ reason: z.enum(reportReasons), message: z.string(), link: z.string() })),
  })
  .meta({ id: 'OwnerQuestion' });

const counts = z.record(z.string(), z.int());

export const transparencySchema = z
  .object({
    months: z.array(
      z.object({
        month: z.string().meta({ description: 'Such as `2026-11`, in Lagos time.' }),
        reports: z.object({ total: z.int(), by_reason: counts }),
        cases: z.object({ opened: z.int(), by_kind: counts }),
        decisions: z.object({ total: z.int(), by_policy: counts, by_source: counts, by_action: counts }),
        median_hours: z
          .number()
          .nullable()
          .meta({ description: 'From the opening of a case to its decision; null without a decided case.' }),
        appeals: z.object({ total: z.int(), open: z.int(), upheld: z.int(), reversed: z.int() }),
      }),
    ),
  })
  .meta({ id: 'Transparency' });

export const policiesSchema = z
  .object({
    version: z.string(),
    policies: z.array(
      z.object({ id: z.enum(policyIds), title: z.string(), text: z.string(), leads_to: z.string() }),
    ),
  })
  .meta({ id: 'Policies' });

/** A decision without names, texts of people and ids. */
export const publicDecisionSchema = z
  .object({
    number: z.string(),
    decided_at: z.string(),
    source: z.enum(decisionSources),
    action: z.enum(deskActions),
    policy: z.enum(policyIds),
    policies_version: z.string(),
    reason: z.string(),
    subject: z.enum(subjectKinds),
    cause: z.enum(caseKinds).nullable().meta({ description: 'What its case was opened by.' }),
    appeal: z.enum(['open', 'upheld', 'reversed']).nullable(),
    url: z.url(),
  })
  .meta({ id: 'PublicDecision' });
