import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { screenshotSchema } from '../../shared/apps.ts';
import { AppError } from '../platform/errors.ts';
import { tagOf } from '../platform/tags.ts';
import { cacheTags, createRouter, jsonOf, refusals, type ApiContext } from './router.ts';

const detailRoute = createRoute({
  method: 'get',
  path: '/app/screenshot/{id}/',
  tags: ['Screenshots'],
  summary: 'One screenshot',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonOf(screenshotSchema, 'The screenshot.'), 404: refusals[404] },
});

export function createScreenshotsRouter({ services, shapes }: ApiContext) {
  return createRouter().openapi(detailRoute, async (c) => {
    const screenshot = await services.screenshots.findScreenshot(c.req.valid('param').id);
    if (!screenshot) throw new AppError(404, 'There is no such screenshot.');
    cacheTags(c, tagOf.app(screenshot.appId));
    return c.json(shapes.screenshot(screenshot), 200);
  });
}
