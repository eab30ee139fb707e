import type { Context } from 'hono';
import { appBodies, createAppSchema, updateAppSchema } from '../../../shared/schemas/app-forms.ts';
import { appSchema } from '../../../shared/schemas/apps.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import { reservedApiNames } from '../../../shared/addresses/urls.ts';
import type { AppPictures } from '../../apps/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Upload } from '../../platform/uploads/parse-upload.ts';
import { requireCaller } from '../requests/caller.ts';
import { examples } from '../description/examples.ts';
import { withAllowance, withUploadAllowance } from '../requests/allowance.ts';
import { createRoute, done } from '../requests/once.ts';
import { createRouter, doneSchema, jsonOf, nameIdOfApp, refusing, type ApiContext } from '../router.ts';
import { filesOf, pictureSource, uploadOf, validFields } from '../requests/upload.ts';

const tags = ['Apps'];
const security = [{ bearer: [] }];

const createAppRoute = createRoute({
  method: 'post',
  path: '/app/',
  operationId: 'createApp',
  description:
    'The account has to be verified. A name, a description and at least one valid link are needed. The app begins with a first release. JSON and urlencoded bodies carry the texts alone; files need multipart.',
  tags,
  security,
  summary: 'Lists an app',
  request: {
    body: uploadOf(createAppSchema, {
      files: { logo: 1, screenshot: limits.screenshotsPerApp },
      example: examples.createApp,
    }),
  },
  responses: { 201: jsonOf(appSchema, 'The app.'), ...refusing(401, 403) },
});

const updateAppRoute = createRoute({
  method: 'patch',
  path: '/app/{name_id}/',
  operationId: 'updateApp',
  description:
    'Only the owner may. A new name gives a new `name_id`, and the old address leads on. `screenshots` are added to those that are there, up to 4. JSON and urlencoded bodies carry the texts alone; files need multipart.',
  tags,
  security,
  summary: 'Changes what is sent; screenshots are added',
  request: {
    params: nameIdOfApp,
    body: uploadOf(updateAppSchema, {
      files: { logo: 1, screenshots: limits.screenshotsPerApp },
      example: examples.updateApp,
    }),
  },
  responses: { 200: jsonOf(appSchema, 'The app.'), ...refusing(401, 403, 404) },
});

const deleteAppRoute = createRoute({
  method: 'delete',
  path: '/app/{name_id}/',
  operationId: 'deleteApp',
  description: 'Only the owner may. It cannot be undone.',
  tags,
  security,
  summary: 'Deletes an app with all that belongs to it',
  request: { params: nameIdOfApp },
  responses: {
    200: jsonOf(doneSchema, 'Deleted.'),
    ...refusing(401, 403, 404, 429),
  },
});

/** Routes such as '/app/category_list/' match '/app/{name_id}/' for other methods than GET. @throws AppError 405 */
function refuseReserved(c: Context, name: string): void {
  if (!reservedApiNames.includes(name)) return;
  c.header('Allow', 'GET, HEAD');
  throw new AppError(405, 'This address takes GET, HEAD.');
}

function picturesOf(upload: Upload): AppPictures {
  const logo = filesOf(upload, 'logo').at(-1);
  return {
    logo: logo && pictureSource(logo),
    screenshots: filesOf(upload, 'screenshot', 'screenshots').map(pictureSource),
  };
}

export function createAppWritesRouter(context: ApiContext) {
  const { shapes, categoryNamed } = context;
  const bodies = appBodies((name) => categoryNamed(name)?.name);
  return createRouter()
    .openapi(createAppRoute, async (c) => {
      const { apps } = c.var.services;
      const caller = await requireCaller(c);
      const allow = () => apps.requireMayCreate(caller);
      c.set('shape', shapes.app);
      const options = { quotas: ['changes', 'listings'], allow } as const;
      const app = await withUploadAllowance(c, context, caller, options, (upload) =>
        apps.createApp(caller, validFields(upload, bodies.create), picturesOf(upload)),
      );
      return c.json(shapes.app(app), 201);
    })
    .openapi(updateAppRoute, async (c) => {
      const { apps } = c.var.services;
      const { name_id } = c.req.valid('param');
      refuseReserved(c, name_id);
      const caller = await requireCaller(c);
      const allow = () => apps.requireMayUpdate(caller, name_id);
      c.set('shape', shapes.app);
      const options = { quotas: ['changes'], allow } as const;
      const app = await withUploadAllowance(c, context, caller, options, (upload) =>
        apps.updateApp(caller, name_id, validFields(upload, bodies.update), picturesOf(upload)),
      );
      return c.json(shapes.app(app), 200);
    })
    .openapi(deleteAppRoute, async (c) => {
      const { apps } = c.var.services;
      refuseReserved(c, c.req.valid('param').name_id);
      const caller = await requireCaller(c);
      await withAllowance(c.var.services, caller, ['changes'], () =>
        apps.deleteApp(caller, c.req.valid('param').name_id),
      );
      return c.json(done, 200);
    });
}
