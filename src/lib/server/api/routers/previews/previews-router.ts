import type { Context, TypedResponse } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import {
  previewLinesType,
  type previewLineSchema,
  previewRequestSchema,
  previewSchema,
  type AppPreview,
} from '../../../../shared/schemas/previews/previews.ts';
import { messages } from '../../../../shared/text/messages.ts';
import type { ApiBindings } from '../../../http/api.ts';
import { AppError, ClientLeft } from '../../../platform/errors.ts';
import { faultIdOf, type ReportFault } from '../../errors.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { requireCaller } from '../../requests/caller.ts';
import { createRoute, withoutKey } from '../../requests/once.ts';
import { createRouter, refusing, type ApiEnv } from '../../router.ts';

const importRoute = createRoute(
  {
    method: 'post',
    path: '/app/import/',
    operationId: 'previewApp',
    description: `Looks at a website, a page of the App Store or of Google Play, or a repository at GitHub, and answers what it tells about an app: values that \`POST /app/\` takes, each with its source, and pictures. Nothing is stored. \`existing\` names the app that is listed with this address already. It takes up to 25 seconds; one look of an account runs at a time, and ends when the client leaves. With \`Accept: ${previewLinesType}\` the answer has a line of JSON for each step, and ends with a line that has \`preview\`, or \`error\` and \`status\`.`,
    tags: ['Apps'],
    security: [{ bearer: [] }],
    summary: 'Reads what an address tells about an app, for a new listing',
    request: { body: bodyOf(previewRequestSchema) },
    responses: {
      200: {
        description: 'What was found.',
        content: {
          'application/json': { schema: previewSchema },
          [previewLinesType]: { schema: z.string() },
        },
      },
      ...refusing(401, 403, 429),
    },
  },
  withoutKey('It changes nothing.'),
);

/** Aborts when the connection of the request is closed before it is answered. Tests call the API without one. */
function leavingOf(c: Context<ApiEnv>): AbortController {
  const controller = new AbortController();
  const response = (c.env as Partial<ApiBindings> | undefined)?.outgoing;
  response?.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  if (response?.destroyed) controller.abort();
  return controller;
}

type Preview = (onStep: (step: string) => void) => Promise<AppPreview>;

const lineOf = (json: z.output<typeof previewLineSchema>): string => `${JSON.stringify(json)}\n`;

/** The types of routes know one kind of answer for each status. */
type LinesResponse = Response & TypedResponse<AppPreview, 200, 'json'>;

/** Answers with the steps as they are made; the last line is the result or the refusal. */
function answerInLines(
  c: Context<ApiEnv>,
  leaving: AbortController,
  preview: Preview,
  report: ReportFault,
): LinesResponse {
  c.header('content-type', previewLinesType);
  // nginx would keep the lines until the answer is complete.
  c.header('x-accel-buffering', 'no');
  const answer = stream(c, async (lines) => {
    lines.onAbort(() => leaving.abort());
    try {
      const found = await preview((step) => void lines.write(lineOf({ step })));
      await lines.write(lineOf({ preview: found }));
    } catch (error) {
      if (error instanceof ClientLeft) return;
      if (error instanceof AppError) {
        await lines.write(lineOf({ error: error.message, status: error.status, fields: error.fields }));
        return;
      }
      const { method, path } = c.req;
      report({ id: faultIdOf(c), error, method, path });
      await lines.write(lineOf({ error: messages.errors.server, status: 500 }));
    }
  });
  return answer as LinesResponse;
}

export function createPreviewsRouter(report: ReportFault) {
  return createRouter().openapi(importRoute, async (c) => {
    const caller = await requireCaller(c);
    const { previews } = c.var.services;
    previews.requireMayPreview(caller);
    const { address } = readBody(c, previewRequestSchema);
    const leaving = leavingOf(c);
    const preview: Preview = (onStep) =>
      withAllowance(c.var.services, caller, ['previews'], () =>
        previews.previewAddress(caller, address, { left: leaving.signal, onStep }),
      );
    const wantsLines = c.req.header('accept')?.includes(previewLinesType) ?? false;
    if (wantsLines) return answerInLines(c, leaving, preview, report);
    return c.json(await preview(() => undefined), 200);
  });
}
