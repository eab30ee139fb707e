// Requests and responses of the routes that reports-router.ts and openness-router.ts handle.
import { z } from 'zod';
import {
  appealViewSchema,
  followUpSchema,
  ownerQuestionSchema,
  policiesSchema,
  publicDecisionSchema,
  transparencySchema,
} from '../../../shared/schemas/moderation/openness.ts';
import {
  appealDays,
  appealSchema,
  confirmReportSchema,
  ownerAnswerSchema,
  reportPendingSchema,
  reportReceivedSchema,
  reportSchema,
} from '../../../shared/schemas/moderation/reports.ts';
import { bodyOf } from '../requests/body.ts';
import { createRoute, ofAnybody, ofNobody } from '../requests/once.ts';
import { doneSchema, jsonOf, refusing } from '../router.ts';

const tags = ['Moderation'];
const secretLink = z.object({
  token: z.string().meta({ description: 'From the mailed link. It works without a login.' }),
});
const numberOf = (of: string) =>
  z.object({ number: z.string().meta({ description: `Number of the ${of}.` }) });

export const reportRoute = createRoute(
  {
    method: 'post',
    path: '/report/',
    operationId: 'report',
    description:
      'With a bearer token the report is sent at once. Without one, `name` and `email` are required, a code is mailed, and the report is sent with `/report/confirm/`. The owner never learns who reported.',
    tags,
    summary: 'Reports an app, a release, a screenshot or a profile',
    security: [{}, { bearer: [] }],
    request: { body: bodyOf(reportSchema) },
    responses: {
      201: jsonOf(reportReceivedSchema, 'Received, from a person who is logged in.'),
      202: jsonOf(reportPendingSchema, 'A code was mailed. The same for every address.'),
      ...refusing(401, 403, 404),
    },
  },
  ofAnybody,
);

export const confirmReportRoute = createRoute(
  {
    method: 'post',
    path: '/report/confirm/',
    operationId: 'confirmReport',
    description: 'A code has five tries and lasts half an hour.',
    tags,
    summary: 'Sends a report with the mailed code',
    request: { body: bodyOf(confirmReportSchema) },
    responses: { 201: jsonOf(reportReceivedSchema, 'Received.'), ...refusing(404) },
  },
  ofNobody(),
);

export const followReportRoute = createRoute({
  method: 'get',
  path: '/report/{number}/',
  operationId: 'followReport',
  description:
    'The link to it is mailed to the reporter. A wrong key is answered like a number that does not exist.',
  tags,
  summary: 'The state and the outcome of an own report',
  request: {
    params: numberOf('report'),
    query: z.object({ key: z.string().max(200).default('').meta({ description: 'From the mailed link.' }) }),
  },
  responses: { 200: jsonOf(followUpSchema, 'The report.'), ...refusing(404) },
});

export const questionRoute = createRoute({
  method: 'get',
  path: '/report/answer/{token}/',
  operationId: 'getQuestion',
  description: 'The owner answers first, and staff look at it when nothing is heard within 14 days.',
  tags,
  summary: 'What was reported to the owner first: wrong facts and broken links',
  request: { params: secretLink },
  responses: { 200: jsonOf(ownerQuestionSchema, 'The reports, without the reporters.'), ...refusing(404) },
});

export const answerRoute = createRoute(
  {
    method: 'post',
    path: '/report/answer/{token}/',
    operationId: 'answerReport',
    description: '`mended` closes the case, `right` gives it to staff.',
    tags,
    summary: "The owner's answer to such reports",
    request: { params: secretLink, body: bodyOf(ownerAnswerSchema) },
    responses: { 200: jsonOf(doneSchema, 'The answer is taken.'), ...refusing(404) },
  },
  ofNobody(),
);

export const viewAppealRoute = createRoute({
  method: 'get',
  path: '/appeal/{token}/',
  operationId: 'getAppeal',
  description: '`possible` until the appeal is sent or the time for it has ended.',
  tags,
  summary: 'A decision that can be appealed against, and the state of the appeal',
  request: { params: secretLink },
  responses: { 200: jsonOf(appealViewSchema, 'The decision and the appeal.'), ...refusing(404) },
});

export const appealRoute = createRoute(
  {
    method: 'post',
    path: '/appeal/{token}/',
    operationId: 'appeal',
    description: `Once for each decision and party, within ${String(appealDays)} days. A suspended account may, too.`,
    tags,
    summary: 'Asks for a decision to be looked at again',
    request: { params: secretLink, body: bodyOf(appealSchema) },
    responses: { 201: jsonOf(appealViewSchema, 'The appeal is received.'), ...refusing(404) },
  },
  ofNobody(),
);

export const transparencyRoute = createRoute({
  method: 'get',
  path: '/transparency/',
  operationId: 'getTransparency',
  description: 'Counted from the records. Nothing in it names a person.',
  tags,
  summary: 'Reports, cases, decisions and appeals, counted by month',
  responses: { 200: jsonOf(transparencySchema, 'Counts, newest month first.') },
});

export const policiesRoute = createRoute({
  method: 'get',
  path: '/policies/',
  operationId: 'listPolicies',
  description: 'A decision names its policy, and the version that was valid then.',
  tags,
  summary: 'The policies, and what each leads to',
  responses: { 200: jsonOf(policiesSchema, 'The policies of today.') },
});

export const decisionRoute = createRoute({
  method: 'get',
  path: '/moderation/{number}/',
  operationId: 'getDecision',
  description: 'Everybody may read it. The parties get its reasons by mail.',
  tags,
  summary: 'A decision, without names, texts of people and ids',
  request: { params: numberOf('decision') },
  responses: { 200: jsonOf(publicDecisionSchema, 'The decision.'), ...refusing(404) },
});
