import { z } from 'zod';
import { endSessionsSchema, ownSessionSchema } from '../../../shared/schemas/sessions.ts';
import { bodyOf, readBody } from '../requests/body.ts';
import { clientOf, requireCaller } from '../requests/caller.ts';
import { createRoute, done } from '../requests/once.ts';
import {
  createRouter,
  cursorParameter,
  doneSchema,
  jsonOf,
  pagedOf,
  pagedSchema,
  refusing,
  type ApiContext,
} from '../router.ts';

const tags = ['Sessions'];
const security = [{ bearer: [] }];

const listRoute = createRoute({
  method: 'get',
  path: '/user/sessions/',
  operationId: 'listSessions',
  description: '`current` marks the session of the request.',
  tags,
  security,
  summary: 'Where one is logged in, newest first',
  request: { query: z.object({ cursor: cursorParameter }) },
  responses: {
    200: jsonOf(pagedSchema(ownSessionSchema, 'PagedSessions'), 'One page of sessions.'),
    ...refusing(401),
  },
});

const endRoute = createRoute({
  method: 'post',
  path: '/user/sessions/end/',
  operationId: 'endSessions',
  description: 'With an `id` that session ends, without one all but the current.',
  tags,
  security,
  summary: "Ends one of one's own sessions, or all others",
  request: { body: bodyOf(endSessionsSchema) },
  responses: {
    200: jsonOf(doneSchema, 'Ended.'),
    ...refusing(401, 404),
  },
});

export function createOwnSessionsRouter({ shapes, siteUrl }: ApiContext) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      const caller = await requireCaller(c);
      const page = await c.var.services.accounts.listOwnSessions(caller, c.req.valid('query').cursor);
      return c.json(pagedOf(c, siteUrl, page, shapes.ownSession), 200);
    })
    .openapi(endRoute, async (c) => {
      const caller = await requireCaller(c);
      const form = readBody(c, endSessionsSchema);
      await c.var.services.accounts.endOwnSessions(caller, form, clientOf(c));
      return c.json(done, 200);
    });
}
