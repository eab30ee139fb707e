import {
  appealSchema,
  confirmReportSchema,
  guestReportSchema,
  ownerAnswerSchema,
  reportSchema,
  type ReportPendingJson,
} from '../../../shared/schemas/moderation/reports.ts';
import { policies, policiesVersion, policyIds } from '../../../shared/schemas/moderation/policies.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { validate } from '../errors.ts';
import { createReportShapes } from '../report-shapes.ts';
import { withAllowance } from '../requests/allowance.ts';
import { readBody } from '../requests/body.ts';
import { clientOf, requireCaller } from '../requests/caller.ts';
import { done } from '../requests/once.ts';
import { createRouter, type ApiContext } from '../router.ts';
import {
  answerRoute,
  appealRoute,
  confirmReportRoute,
  decisionRoute,
  followReportRoute,
  policiesRoute,
  questionRoute,
  reportRoute,
  transparencyRoute,
  viewAppealRoute,
} from './reports-routes.ts';

export function createReportsRouter({ siteUrl }: ApiContext) {
  const shapes = createReportShapes(siteUrl);
  return createRouter()
    .openapi(reportRoute, async (c) => {
      const { services } = c.var;
      if (c.req.header('authorization') === undefined) {
        const form = validate(guestReportSchema, readBody(c, reportSchema));
        const { expiresInSeconds, request } = await services.reports.reportAsGuest(form, clientOf(c));
        const pending: ReportPendingJson = { state: 'code-mailed', request, expires_in: expiresInSeconds };
        return c.json(pending, 202);
      }
      const caller = await requireCaller(c);
      const form = readBody(c, reportSchema);
      c.set('shape', shapes.received);
      const received = await withAllowance(services, caller, ['reports'], () =>
        services.reports.reportAsMember(caller, form),
      );
      return c.json(shapes.received(received), 201);
    })
    .openapi(confirmReportRoute, async (c) => {
      const form = readBody(c, confirmReportSchema);
      return c.json(shapes.received(await c.var.services.reports.confirmReport(form, clientOf(c))), 201);
    })
    .openapi(questionRoute, async (c) => {
      const asked = await c.var.services.reports.viewQuestion(c.req.valid('param').token);
      return c.json(shapes.question(asked), 200);
    })
    .openapi(answerRoute, async (c) => {
      const { token } = c.req.valid('param');
      const form = readBody(c, ownerAnswerSchema);
      await c.var.services.reports.answerReport(token, form.answer, clientOf(c));
      return c.json(done, 200);
    })
    .openapi(followReportRoute, async (c) => {
      const { number } = c.req.valid('param');
      const followed = await c.var.services.reports.followReport(number, c.req.valid('query').key);
      return c.json(shapes.followUp(followed), 200);
    })
    .openapi(viewAppealRoute, async (c) => {
      const viewed = await c.var.services.reports.viewAppeal(c.req.valid('param').token);
      return c.json(shapes.appeal(viewed), 200);
    })
    .openapi(appealRoute, async (c) => {
      const { token } = c.req.valid('param');
      const form = readBody(c, appealSchema);
      const { reports } = c.var.services;
      await reports.sendAppeal(token, form.message, clientOf(c));
      return c.json(shapes.appeal(await reports.viewAppeal(token)), 201);
    })
    .openapi(transparencyRoute, async (c) =>
      c.json(shapes.transparency(await c.var.services.openness.readTransparency()), 200),
    )
    .openapi(policiesRoute, (c) => {
      const list = policyIds.map((id) => {
        const { leadsTo, text, title } = policies[id];
        return { id, title, text, leads_to: leadsTo };
      });
      return c.json({ version: policiesVersion, policies: list }, 200);
    })
    .openapi(decisionRoute, async (c) => {
      const decision = await c.var.services.openness.showDecision(c.req.valid('param').number);
      if (!decision) throw new AppError(404, messages.errors.nothingHere);
      return c.json(shapes.decision(decision), 200);
    });
}
