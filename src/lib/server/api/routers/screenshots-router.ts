import { z } from 'zod';
import { screenshotSchema } from '../../../shared/schemas/apps.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import type { Upload } from '../../platform/uploads/parse-upload.ts';
import type { FoundScreenshot } from '../../screenshots/index.ts';
import { requireCaller } from '../requests/caller.ts';
import { withAllowance, withUploadAllowance } from '../requests/allowance.ts';
import { createRoute, done } from '../requests/once.ts';
import { createRouter, doneSchema, idOf, jsonOf, refusing, type ApiContext } from '../router.ts';
import { filesOf, pictureBodyOf, pictureSource, uploadOf } from '../requests/upload.ts';

const tags = ['Screenshots'];
const security = [{ bearer: [] }];
const params = idOf('screenshot');
const ownRefusals = refusing(401, 403, 404, 429);
/** Without a file the request deletes the screenshot. */
const optionalBody = uploadOf(z.object({}), { files: { screenshots: 1 }, example: {} });

const detailRoute = createRoute({
  method: 'get',
  path: '/app/screenshot/{id}/',
  operationId: 'getScreenshot',
  description: 'The address of the picture changes when the picture does.',
  tags,
  summary: 'One screenshot',
  request: { params },
  responses: { 200: jsonOf(screenshotSchema, 'The screenshot.'), ...refusing(404) },
});

const replaceRoute = createRoute({
  method: 'patch',
  path: '/app/screenshot/{id}/update/',
  operationId: 'replaceScreenshot',
  description:
    'Only the owner of the app may. The id stays, the address of the picture changes. A file needs multipart.',
  tags,
  security,
  summary: 'Puts another picture in its place',
  request: { params, body: pictureBodyOf('screenshots') },
  responses: { 200: jsonOf(screenshotSchema, 'The screenshot.'), ...ownRefusals },
});

const deleteRoute = createRoute({
  method: 'delete',
  path: '/app/screenshot/{id}/delete/',
  operationId: 'deleteScreenshot',
  description: 'Only the owner of the app may.',
  tags,
  security,
  summary: 'Deletes a screenshot',
  request: { params },
  responses: { 200: jsonOf(doneSchema, 'Deleted.'), ...ownRefusals },
});

const replaceOrDeleteRoute = createRoute({
  method: 'patch',
  path: '/app/screenshot/{id}/delete/',
  operationId: 'replaceOrDeleteScreenshot',
  description: 'New clients use `PATCH …/update/` and `DELETE …/delete/`.',
  tags,
  security,
  summary: 'With a file replaces a screenshot, without one deletes it; kept for older clients',
  request: { params, body: optionalBody },
  responses: {
    200: jsonOf(z.union([screenshotSchema, doneSchema]), 'Replaced or deleted.', { success: true }),
    ...ownRefusals,
  },
});

/** The last one where there are several. */
const sentPicture = (upload: Upload) => filesOf(upload, 'screenshots', 'screenshot').at(-1);

export function createScreenshotsRouter(context: ApiContext) {
  const { shapes } = context;

  const shape = (replaced: FoundScreenshot | undefined) => (replaced ? shapes.screenshot(replaced) : done);

  return createRouter()
    .openapi(detailRoute, async (c) => {
      const { screenshots } = c.var.services;
      const screenshot = await screenshots.findScreenshot(c.req.valid('param').id);
      if (!screenshot) throw new AppError(404, messages.app.screenshotMissing);
      return c.json(shapes.screenshot(screenshot), 200);
    })
    .openapi(replaceRoute, async (c) => {
      const { screenshots } = c.var.services;
      const { id } = c.req.valid('param');
      const caller = await requireCaller(c);
      const allow = () => screenshots.requireMayChange(caller, id);
      c.set('shape', shapes.screenshot);
      const options = { quotas: ['changes'], allow } as const;
      const replaced = await withUploadAllowance(c, context, caller, options, (upload) => {
        const file = sentPicture(upload);
        if (!file) throw new AppError(400, 'Choose an image.', { screenshots: 'Choose an image.' });
        return screenshots.replaceScreenshot(caller, id, pictureSource(file));
      });
      return c.json(shapes.screenshot(replaced), 200);
    })
    .openapi(deleteRoute, async (c) => {
      const { screenshots } = c.var.services;
      const caller = await requireCaller(c);
      await withAllowance(c.var.services, caller, ['changes'], () =>
        screenshots.deleteScreenshot(caller, c.req.valid('param').id),
      );
      return c.json(done, 200);
    })
    .openapi(replaceOrDeleteRoute, async (c) => {
      const { screenshots } = c.var.services;
      const { id } = c.req.valid('param');
      const caller = await requireCaller(c);
      const allow = () => screenshots.requireMayDelete(caller, id);
      c.set('shape', shape);
      const options = { quotas: ['changes'], allow } as const;
      const changed = await withUploadAllowance(c, context, caller, options, async (upload) => {
        const file = sentPicture(upload);
        if (file) return await screenshots.replaceScreenshot(caller, id, pictureSource(file));
        await screenshots.deleteScreenshot(caller, id);
        return undefined;
      });
      return c.json(shape(changed), 200);
    });
}
