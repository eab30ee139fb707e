import { z } from 'zod';
import { messages } from '../../../shared/text/messages.ts';
import { timelineEntrySchema } from '../../../shared/schemas/timeline.ts';
import { AppError } from '../../platform/errors.ts';
import { createRoute } from '../requests/once.ts';
import {
  createRouter,
  cursorParameter,
  jsonOf,
  pagedOf,
  pagedSchema,
  refusing,
  type ApiContext,
} from '../router.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/timeline/',
  operationId: 'listTimeline',
  description: 'When the user signed up, was verified and listed apps.',
  tags: ['Users'],
  summary: "A user's timeline, newest first",
  request: {
    query: z.object({
      user: z.uuid("'user' must be the id of a user.").toLowerCase().meta({ description: 'Id of the user.' }),
      cursor: cursorParameter,
    }),
  },
  responses: {
    200: jsonOf(pagedSchema(timelineEntrySchema, 'PagedTimeline'), 'One page of entries.'),
    ...refusing(404),
  },
});

export function createTimelineRouter({ shapes, siteUrl }: ApiContext) {
  return createRouter().openapi(listRoute, async (c) => {
    const { services } = c.var;
    const { user, cursor } = c.req.valid('query');
    if (!(await services.profiles.findUser(user))) throw new AppError(404, messages.profile.missing);
    const page = await services.apps.listActivity({ userId: user, cursor });
    return c.json(pagedOf(c, siteUrl, page, shapes.timelineEntry), 200);
  });
}
