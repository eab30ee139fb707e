// Reports, appeals, policies, and decisions in the open.
import { z } from 'zod';
import { urls } from '../../../shared/addresses/urls.ts';
import {
  appealViewSchema,
  followUpSchema,
  ownerQuestionSchema,
  policiesSchema,
  publicDecisionSchema,
  transparencySchema,
  type AppealViewJson,
} from '../../../shared/schemas/cases.ts';
import { policies, policiesVersion, policyIds } from '../../../shared/schemas/policies.ts';
import {
  appealDays,
  appealSchema,
  confirmReportSchema,
  guestReportSchema,
  ownerAnswerSchema,
  reportPendingSchema,
  reportReceivedSchema,
  reportSchema,
  type ReportPendingJson,
  type ReportReceivedJson,
} from '../../../shared/schemas/reports.ts';
import { messages } from '../../../shared/text/messages.ts';
import { toIso } from '../../../shared/text/dates.ts';
import type { Caller } from '../../accounts/sessions.ts';
import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../environment.ts';
import { validate } from '../errors.ts';
import { anybody, anybodyOrMember, requireCaller, type Who } from '../middleware/caller.ts';
import { ofAnybody, ofNobody } from '../middleware/once.ts';
import { action, atomicOperation, answering, operation, type Operation } from '../operation.ts';

type Outcome = NonNullable<Awaited<ReturnType<Services['reports']['followReport']>>['outcome']>;
type Viewed = Awaited<ReturnType<Services['reports']['viewAppeal']>>;

const shared = { tag: 'Moderation', who: anybody } as const;
const secretLink = {
  params: z.object({
    token: z.string().meta({ description: 'From the mailed link. It works without a login.' }),
  }),
  refuses: [404],
} as const;
const numberOf = (of: string) =>
  z.object({ number: z.string().meta({ description: `Number of the ${of}.` }) });

/** A member, or a guest who sends no token: one that is not valid is refused. */
const guestOrMember: Who<Caller | null> = {
  ...anybodyOrMember,
  refusals: [401],
  find: (c) => (c.req.header('authorization') === undefined ? null : requireCaller(c)),
};

export function reportOperations({ siteUrl }: ApiContext): Operation[] {
  const received = ({ key, number }: { key: string; number: string }): ReportReceivedJson => ({
    state: 'received',
    number,
    url: siteUrl + urls.followReport(number, key),
  });
  const outcomeOf = ({ action, at, number, policy, public_reason: reason }: Outcome) => ({
    action,
    reason,
    policy,
    decided_at: toIso(at),
    url: siteUrl + urls.decision(number),
  });
  const appealOf = ({ answer, decision, state, until }: Viewed): AppealViewJson => ({
    state,
    until: toIso(until),
    answer,
    outcome: outcomeOf(decision),
  });

  return [
    atomicOperation('POST /report/', 'report', {
      ...shared,
      summary: 'Reports an app, a release, a screenshot or a profile',
      description:
        'With a bearer token the report is sent at once. Without one, `name` and `email` are required, a code is mailed, and the report is sent with `/report/confirm/`. The owner never learns who reported.',
      who: guestOrMember,
      form: reportSchema,
      key: ofAnybody,
      limit: (caller) => (caller ? ['reports'] : []),
      status: 201,
      answer: reportReceivedSchema,
      says: 'Received, from a person who is logged in.',
      answers: { 202: answering(reportPendingSchema, 'A code was mailed. The same for every address.') },
      refuses: [403, 404],
      shape: received,
      async run({ c, caller, client, form, services: { reports } }) {
        if (caller) return await reports.reportAsMember(caller, form);
        const guest = validate(guestReportSchema, form);
        const { expiresInSeconds, request } = await reports.reportAsGuest(guest, client);
        const pending: ReportPendingJson = { state: 'code-mailed', request, expires_in: expiresInSeconds };
        return c.json(pending, 202);
      },
    }),
    operation('POST /report/confirm/', 'confirmReport', {
      ...shared,
      summary: 'Sends a report with the mailed code',
      description: 'A code has five tries and lasts half an hour.',
      form: confirmReportSchema,
      key: ofNobody(),
      status: 201,
      answer: reportReceivedSchema,
      says: 'Received.',
      refuses: [404],
      run: async ({ client, form, services }) => received(await services.reports.confirmReport(form, client)),
    }),
    operation('GET /report/answer/{token}/', 'getQuestion', {
      ...shared,
      ...secretLink,
      summary: 'What was reported to the owner first: wrong facts and broken links',
      description: 'The owner answers first, and staff look at it when nothing is heard within 14 days.',
      answer: ownerQuestionSchema,
      says: 'The reports, without the reporters.',
      async run({ params, services }) {
        const { isWaiting, name, path, staffText, texts } = await services.reports.viewQuestion(params.token);
        const about = { name, url: siteUrl + path };
        return { is_waiting: isWaiting, about, staff_text: staffText, reports: texts };
      },
    }),
    action('POST /report/answer/{token}/', 'answerReport', {
      ...shared,
      ...secretLink,
      summary: "The owner's answer to such reports",
      description: '`mended` closes the case, `right` gives it to staff.',
      form: ownerAnswerSchema,
      key: ofNobody(),
      says: 'The answer is taken.',
      run: ({ client, form, params, services }) =>
        services.reports.answerReport(params.token, form.answer, client),
    }),
    operation('GET /report/{number}/', 'followReport', {
      ...shared,
      summary: 'The state and the outcome of an own report',
      description:
        'The link to it is mailed to the reporter. A wrong key is answered like a number that does not exist.',
      params: numberOf('report'),
      query: z.object({
        key: z.string().max(200).default('').meta({ description: 'From the mailed link.' }),
      }),
      answer: followUpSchema,
      says: 'The report.',
      refuses: [404],
      async run({ params, query, services }) {
        const followed = await services.reports.followReport(params.number, query.key);
        const { about, outcome, receivedAt, ...report } = followed;
        return {
          ...report,
          about: {
            kind: about.kind,
            name: about.name,
            url: about.path === null ? null : siteUrl + about.path,
          },
          received_at: toIso(receivedAt),
          outcome: outcome && outcomeOf(outcome),
        };
      },
    }),
    operation('GET /appeal/{token}/', 'getAppeal', {
      ...shared,
      ...secretLink,
      summary: 'A decision that can be appealed against, and the state of the appeal',
      description: '`possible` until the appeal is sent or the time for it has ended.',
      answer: appealViewSchema,
      says: 'The decision and the appeal.',
      run: async ({ params, services }) => appealOf(await services.reports.viewAppeal(params.token)),
    }),
    operation('POST /appeal/{token}/', 'appeal', {
      ...shared,
      ...secretLink,
      summary: 'Asks for a decision to be looked at again',
      description: `Once for each decision and party, within ${String(appealDays)} days. A suspended account may, too.`,
      form: appealSchema,
      key: ofNobody(),
      status: 201,
      answer: appealViewSchema,
      says: 'The appeal is received.',
      async run({ client, form, params: { token }, services: { reports } }) {
        await reports.sendAppeal(token, form.message, client);
        return appealOf(await reports.viewAppeal(token));
      },
    }),
    operation('GET /transparency/', 'getTransparency', {
      ...shared,
      summary: 'Reports, cases, decisions and appeals, counted by month',
      description: 'Counted from the records. Nothing in it names a person.',
      answer: transparencySchema,
      says: 'Counts, newest month first.',
      run: async ({ services }) => ({ months: await services.openness.readTransparency() }),
    }),
    operation('GET /policies/', 'listPolicies', {
      ...shared,
      summary: 'The policies, and what each leads to',
      description: 'A decision names its policy, and the version that was valid then.',
      answer: policiesSchema,
      says: 'The policies of today.',
      run: () => ({
        version: policiesVersion,
        policies: policyIds.map((id) => {
          const { leadsTo, text, title } = policies[id];
          return { id, title, text, leads_to: leadsTo };
        }),
      }),
    }),
    operation('GET /moderation/{number}/', 'getDecision', {
      ...shared,
      summary: 'A decision, without names, texts of people and ids',
      description: 'Everybody may read it. The parties get its reasons by mail.',
      params: numberOf('decision'),
      answer: publicDecisionSchema,
      says: 'The decision.',
      refuses: [404],
      async run({ params, services }) {
        const shown = await services.openness.showDecision(params.number);
        if (!shown) throw new AppError(404, messages.errors.nothingHere);
        return { ...shown, url: siteUrl + urls.decision(shown.number) };
      },
    }),
  ];
}
