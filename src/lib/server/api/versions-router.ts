import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { createVersionSchema } from '../../shared/app-forms.ts';
import { versionSchema } from '../../shared/versions.ts';
import { tagOf } from '../platform/tags.ts';
import { withUploadAllowance } from './allowance.ts';
import { requireCaller } from './caller.ts';
import { examples } from './examples.ts';
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
import { uploadOf, validFields } from './upload.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/app/version/',
  operationId: 'listVersions',
  description: 'Without `app` the releases of all apps. Of an app that is not there the list is empty.',
  tags: ['Versions'],
  summary: 'Releases, newest first: of one app, or of all',
  request: {
    query: z.object({
      app: z
        .uuid("'app' must be the id of an app.")
        .toLowerCase()
        .optional()
        .meta({ description: 'Id of the app.' }),
      cursor: cursorParameter,
    }),
  },
  responses: {
    200: jsonOf(pagedSchema(versionSchema, 'PagedVersions'), 'One page of releases.'),
    400: refusals[400],
  },
});

const createVersionRoute = createRoute({
  method: 'post',
  path: '/app/version/',
  operationId: 'createVersion',
  description:
    'Only the owner may. The newest release is the current version of the app. A date without a zone is in Lagos.',
  tags: ['Versions'],
  security: [{ bearer: [] }],
  summary: "Lists a new version of one's own app; it becomes the current one",
  request: { body: uploadOf(createVersionSchema, { example: examples.createVersion }) },
  responses: {
    201: jsonOf(versionSchema, 'The release.'),
    400: refusals[400],
    401: refusals[401],
    403: refusals[403],
    404: refusals[404],
    415: refusals[415],
    429: refusals[429],
  },
});

export function createVersionsRouter(context: ApiContext) {
  const { services, shapes, siteUrl } = context;
  return createRouter()
    .openapi(createVersionRoute, async (c) => {
      const caller = await requireCaller(c, services);
      services.versions.requireMayRelease(caller);
      const release = await withUploadAllowance(c, context, caller, ['releases'], (upload) =>
        services.versions.releaseVersion(caller, validFields(upload, createVersionSchema)),
      );
      return c.json(shapes.version(release), 201);
    })
    .openapi(listRoute, async (c) => {
      const { app, cursor } = c.req.valid('query');
      const page = await services.versions.listVersions({ appId: app, cursor });
      cacheTags(c, app === undefined ? tagOf.apps : tagOf.app(app));
      return c.json(pagedOf(c, siteUrl, page, shapes.version), 200);
    });
}
