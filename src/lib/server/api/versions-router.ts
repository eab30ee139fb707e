import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { versionSchema } from '../../shared/versions.ts';
import { tagOf } from '../platform/tags.ts';
import {
  cacheTags,
  createRouter,
  cursorParameter,
  jsonOf,
  pagedOf,
  pagedSchema,
  refusals,
  type ApiContext,
} from './router.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/app/version/',
  tags: ['Versions'],
  summary: 'Releases, newest first: of one app, or of all',
  request: {
    query: z.object({
      app: z.uuid('Must be the id of an app.').optional().meta({ description: 'Id of the app.' }),
      cursor: cursorParameter,
    }),
  },
  responses: {
    200: jsonOf(pagedSchema(versionSchema, 'PagedVersions'), 'One page of releases.'),
    400: refusals[400],
  },
});

export function createVersionsRouter({ services, shapes, siteUrl }: ApiContext) {
  return createRouter().openapi(listRoute, async (c) => {
    const { app, cursor } = c.req.valid('query');
    const page = await services.versions.listVersions({ appId: app, cursor });
    cacheTags(c, app === undefined ? tagOf.apps : tagOf.app(app));
    return c.json(pagedOf(c, siteUrl, page, shapes.version), 200);
  });
}
