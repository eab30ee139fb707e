import { z } from 'zod';
import {
  bulkFormSchema,
  bulkPreviewSchema,
  bulkSchema,
  undoDays,
} from '../../../../shared/schemas/moderation/decisions.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { requireStaff } from '../../requests/staff.ts';
import { createRoute, withoutKey } from '../../requests/once.ts';
import {
  createRouter,
  cursorParameter,
  jsonOf,
  pagedOf,
  pagedSchema,
  type ApiContext,
} from '../../router.ts';
import { deskRefusals, deskSecurity, deskTags, deskWrite, numberOf } from './desk-parts.ts';

const params = numberOf('bulk action');
const shared = { tags: deskTags, security: deskSecurity };

const listRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/desk/bulk/',
  operationId: 'listBulkActions',
  description: 'For staff.',
  summary: 'Bulk actions, newest first',
  request: { query: z.object({ cursor: cursorParameter }) },
  responses: { 200: jsonOf(pagedSchema(bulkSchema, 'PagedBulk'), 'One page.'), ...deskRefusals },
});

const detailRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/desk/bulk/{number}/',
  operationId: 'getBulkAction',
  description: 'For staff.',
  summary: 'A bulk action and its progress',
  request: { params },
  responses: { 200: jsonOf(bulkSchema, 'The bulk action.'), ...deskRefusals },
});

const previewRoute = createRoute(
  {
    ...shared,
    method: 'post',
    path: '/desk/bulk/preview/',
    operationId: 'previewBulkAction',
    description: 'For staff. Changes nothing.',
    summary: 'What a bulk action would do, and the mails to the first owners',
    request: { body: bodyOf(bulkFormSchema) },
    responses: { 200: jsonOf(bulkPreviewSchema, 'The preview.'), ...deskRefusals },
  },
  withoutKey('It changes nothing.'),
);

const beginRoute = createRoute({
  ...shared,
  method: 'post',
  path: '/desk/bulk/',
  operationId: 'beginBulkAction',
  description:
    'For staff with a fresh second factor. A suspension is done at once; listings are decided in small steps.',
  summary: 'Decides a selection of listings, or everything of an account',
  request: { body: bodyOf(bulkFormSchema) },
  responses: { 201: jsonOf(bulkSchema, 'The bulk action.'), ...deskRefusals },
});

const undoRoute = createRoute({
  ...shared,
  method: 'post',
  path: '/desk/bulk/{number}/undo/',
  operationId: 'undoBulkAction',
  description: `For staff with a fresh second factor, within ${String(undoDays)} days. A listing that has changed since stays as it is.`,
  summary: 'Takes back a bulk action as a whole',
  request: { params },
  responses: { 200: jsonOf(bulkSchema, 'The bulk action.'), ...deskRefusals },
});

export function createDeskBulkRouter({ siteUrl }: ApiContext) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      await requireStaff(c, 'moderator');
      const page = await c.var.services.desk.listBulk(c.req.valid('query').cursor);
      return c.json(
        pagedOf(c, siteUrl, page, (item) => item),
        200,
      );
    })
    .openapi(previewRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      return c.json(await c.var.services.desk.previewBulk(staff, readBody(c, bulkFormSchema)), 200);
    })
    .openapi(detailRoute, async (c) => {
      await requireStaff(c, 'moderator');
      return c.json(await c.var.services.desk.showBulk(c.req.valid('param').number), 200);
    })
    .openapi(beginRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator', { isFresh: true });
      const form = readBody(c, bulkFormSchema);
      const begun = await deskWrite(c, staff, () => c.var.services.desk.beginBulk(staff, form));
      return c.json(begun, 201);
    })
    .openapi(undoRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator', { isFresh: true });
      const { number } = c.req.valid('param');
      const undone = await deskWrite(c, staff, () => c.var.services.desk.undoBulk(staff, number));
      return c.json(undone, 200);
    });
}
