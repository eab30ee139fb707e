import { z } from 'zod';
import { ownAppSchema } from '../../../shared/schemas/apps.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { requireCaller } from '../requests/caller.ts';
import { createRoute } from '../requests/once.ts';
import {
  createRouter,
  cursorParameter,
  jsonOf,
  nameIdOfApp,
  pagedOf,
  pagedSchema,
  refusing,
  type ApiContext,
} from '../router.ts';

const tags = ['Apps'];
const security = [{ bearer: [] }];

const listRoute = createRoute({
  method: 'get',
  path: '/user/listings/',
  operationId: 'listOwnApps',
  description:
    'Also those that nobody else sees: unlisted, held, limited and removed ones, each with its reason.',
  tags,
  security,
  summary: 'The own apps in every state, newest first',
  request: { query: z.object({ cursor: cursorParameter }) },
  responses: {
    200: jsonOf(pagedSchema(ownAppSchema, 'PagedOwnApps'), 'One page of apps.'),
    ...refusing(401),
  },
});

const detailRoute = createRoute({
  method: 'get',
  path: '/user/listings/{name_id}/',
  operationId: 'getOwnApp',
  description: 'An app of somebody else is answered 404.',
  tags,
  security,
  summary: 'One of the own apps in any state, by its name_id or id',
  request: { params: nameIdOfApp },
  responses: { 200: jsonOf(ownAppSchema, 'The app.'), ...refusing(401, 404) },
});

export function createOwnListingsRouter({ shapes, siteUrl }: ApiContext) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      const caller = await requireCaller(c);
      const { apps, reports } = c.var.services;
      const page = await apps.listOwn(caller, c.req.valid('query').cursor);
      const ids = page.items.map(({ app }) => app.id);
      const questions = await reports.listQuestions(caller.userId, ids);
      return c.json(
        pagedOf(c, siteUrl, page, (own) => shapes.ownApp(own, questions)),
        200,
      );
    })
    .openapi(detailRoute, async (c) => {
      const caller = await requireCaller(c);
      const { apps, reports } = c.var.services;
      const own = await apps.findOwn(caller, c.req.valid('param').name_id);
      if (!own) throw new AppError(404, messages.app.missing);
      return c.json(shapes.ownApp(own, await reports.listQuestions(caller.userId, [own.app.id])), 200);
    });
}
