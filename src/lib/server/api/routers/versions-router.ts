import { z } from 'zod';
import { createVersionSchema, updateVersionSchema } from '../../../shared/schemas/app-forms.ts';
import { messages } from '../../../shared/text/messages.ts';
import { versionSchema } from '../../../shared/schemas/versions.ts';
import { AppError } from '../../platform/errors.ts';
import { requireCaller } from '../requests/caller.ts';
import { examples } from '../description/examples.ts';
import { withAllowance, withUploadAllowance } from '../requests/allowance.ts';
import { createRoute, done } from '../requests/once.ts';
import {
  createRouter,
  cursorParameter,
  doneSchema,
  idOf,
  jsonOf,
  pagedOf,
  pagedSchema,
  refusing,
  type ApiContext,
} from '../router.ts';
import { uploadOf, validFields } from '../requests/upload.ts';

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
    ...refusing(401, 403, 404),
  },
});

const params = idOf('release');
const ownRefusals = refusing(401, 403, 404, 429);

const detailRoute = createRoute({
  method: 'get',
  path: '/app/version/{id}/',
  operationId: 'getVersion',
  description: 'Of an app that everybody may see.',
  tags: ['Versions'],
  summary: 'One release',
  request: { params },
  responses: { 200: jsonOf(versionSchema, 'The release.'), ...refusing(404) },
});

const updateVersionRoute = createRoute({
  method: 'patch',
  path: '/app/version/{id}/',
  operationId: 'updateVersion',
  description: 'Only the owner may.',
  tags: ['Versions'],
  security: [{ bearer: [] }],
  summary: "Changes what is sent of a release of one's own app",
  request: { params, body: uploadOf(updateVersionSchema, { example: examples.updateVersion }) },
  responses: {
    200: jsonOf(versionSchema, 'The release.'),
    ...ownRefusals,
  },
});

const deleteVersionRoute = createRoute({
  method: 'delete',
  path: '/app/version/{id}/',
  operationId: 'deleteVersion',
  description:
    'Only the owner may. Asked again within a day it answers the same. The only release of an app cannot be deleted.',
  tags: ['Versions'],
  security: [{ bearer: [] }],
  summary: "Deletes a release of one's own app; the newest of the others becomes the current one",
  request: { params },
  responses: {
    200: jsonOf(doneSchema, 'Deleted.'),
    ...ownRefusals,
  },
});

export function createVersionsRouter(context: ApiContext) {
  const { shapes, siteUrl } = context;
  return createRouter()
    .openapi(createVersionRoute, async (c) => {
      const { versions } = c.var.services;
      const caller = await requireCaller(c);
      const allow = () => versions.requireMayRelease(caller);
      c.set('shape', shapes.version);
      const options = { quotas: ['releases'], allow } as const;
      const release = await withUploadAllowance(c, context, caller, options, (upload) =>
        versions.releaseVersion(caller, validFields(upload, createVersionSchema)),
      );
      return c.json(shapes.version(release), 201);
    })
    .openapi(detailRoute, async (c) => {
      const { versions } = c.var.services;
      const release = await versions.findVersion(c.req.valid('param').id);
      if (!release) throw new AppError(404, messages.app.releaseMissing);
      return c.json(shapes.version(release), 200);
    })
    .openapi(updateVersionRoute, async (c) => {
      const { versions } = c.var.services;
      const { id } = c.req.valid('param');
      const caller = await requireCaller(c);
      const allow = () => versions.requireMayChange(caller, id);
      c.set('shape', shapes.version);
      const options = { quotas: ['changes'], allow } as const;
      const release = await withUploadAllowance(c, context, caller, options, (upload) =>
        versions.updateVersion(caller, id, validFields(upload, updateVersionSchema)),
      );
      return c.json(shapes.version(release), 200);
    })
    .openapi(deleteVersionRoute, async (c) => {
      const { versions } = c.var.services;
      const caller = await requireCaller(c);
      await withAllowance(c.var.services, caller, ['changes'], () =>
        versions.deleteVersion(caller, c.req.valid('param').id),
      );
      return c.json(done, 200);
    })
    .openapi(listRoute, async (c) => {
      const { versions } = c.var.services;
      const { app, cursor } = c.req.valid('query');
      const page = await versions.listVersions({ appId: app, cursor });
      return c.json(pagedOf(c, siteUrl, page, shapes.version), 200);
    });
}
