import {
  addCategorySchema,
  changeCategorySchema,
  deskCategoriesSchema,
  mergeCategorySchema,
  mergePreviewSchema,
  mergeTargetSchema,
  removeCategorySchema,
} from '../../../../shared/schemas/moderation/categories.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { requireStaff } from '../../requests/staff.ts';
import { createRoute } from '../../requests/once.ts';
import { createRouter, idOf, jsonOf, refusing } from '../../router.ts';

const tags = ['Desk'];
const security = [{ bearer: [] }];
const effect = 'For admins. It is in effect on every node when it is answered.';
const params = idOf('category');
const list = jsonOf(deskCategoriesSchema, 'The categories.');
const responses = { 200: list, ...refusing(401, 403, 404, 429) };

const listRoute = createRoute({
  method: 'get',
  path: '/desk/categories/',
  operationId: 'listDeskCategories',
  description: 'With the numbers of their listings, and the versions that a change has to send.',
  tags,
  security,
  summary: 'The categories as staff see them',
  responses: { 200: list, ...refusing(401, 403, 404) },
});

const addRoute = createRoute({
  method: 'post',
  path: '/desk/categories/',
  operationId: 'addCategory',
  description: `${effect} It comes last. A category that has the same name is not added again.`,
  tags,
  security,
  summary: 'Adds a category',
  request: { body: bodyOf(addCategorySchema) },
  responses,
});

const changeRoute = createRoute({
  method: 'patch',
  path: '/desk/categories/{id}/',
  operationId: 'changeCategory',
  description: `${effect} Addresses with the old name lead to the new one. Searches by the new name follow in small steps.`,
  tags,
  security,
  summary: 'Renames a category, or moves it in the list',
  request: { params, body: bodyOf(changeCategorySchema) },
  responses,
});

const previewRoute = createRoute({
  method: 'get',
  path: '/desk/categories/{id}/merge/',
  operationId: 'previewMerge',
  description: 'Changes nothing.',
  tags,
  security,
  summary: 'What a merge would move',
  request: { params, query: mergeTargetSchema },
  responses: { 200: jsonOf(mergePreviewSchema, 'The numbers.'), ...refusing(401, 403, 404) },
});

const mergeRoute = createRoute({
  method: 'post',
  path: '/desk/categories/{id}/merge/',
  operationId: 'mergeCategory',
  description:
    'For admins. Its listings move in small steps; then it is gone, and its addresses lead to the other category. New listings that name it have the other one at once.',
  tags,
  security,
  summary: 'Begins to merge a category into another one',
  request: { params, body: bodyOf(mergeCategorySchema) },
  responses,
});

const removeRoute = createRoute({
  method: 'post',
  path: '/desk/categories/{id}/remove/',
  operationId: 'removeCategory',
  description: `${effect} One that has listings can be merged only.`,
  tags,
  security,
  summary: 'Removes a category without listings',
  request: { params, body: bodyOf(removeCategorySchema) },
  responses,
});

/** What staff see and change of the categories. */
export function createDeskCategoriesRouter() {
  return createRouter()
    .openapi(listRoute, async (c) => {
      await requireStaff(c, 'moderator');
      return c.json(await c.var.services.site.showCategories(), 200);
    })
    .openapi(addRoute, async (c) => {
      const staff = await requireStaff(c, 'admin');
      const { services } = c.var;
      const form = readBody(c, addCategorySchema);
      const categories = await withAllowance(services, staff, ['deskChanges'], () =>
        services.site.addCategory(staff, form),
      );
      return c.json(categories, 200);
    })
    .openapi(changeRoute, async (c) => {
      const staff = await requireStaff(c, 'admin');
      const { services } = c.var;
      const form = readBody(c, changeCategorySchema);
      const categories = await withAllowance(services, staff, ['deskChanges'], () =>
        services.site.changeCategory(staff, c.req.valid('param').id, form),
      );
      return c.json(categories, 200);
    })
    .openapi(previewRoute, async (c) => {
      await requireStaff(c, 'moderator');
      const { into } = c.req.valid('query');
      return c.json(await c.var.services.site.previewMerge(c.req.valid('param').id, into), 200);
    })
    .openapi(mergeRoute, async (c) => {
      const staff = await requireStaff(c, 'admin');
      const { services } = c.var;
      const form = readBody(c, mergeCategorySchema);
      const categories = await withAllowance(services, staff, ['deskChanges'], () =>
        services.site.mergeCategory(staff, c.req.valid('param').id, form),
      );
      return c.json(categories, 200);
    })
    .openapi(removeRoute, async (c) => {
      const staff = await requireStaff(c, 'admin');
      const { services } = c.var;
      const form = readBody(c, removeCategorySchema);
      const categories = await withAllowance(services, staff, ['deskChanges'], () =>
        services.site.removeCategory(staff, c.req.valid('param').id, form),
      );
      return c.json(categories, 200);
    });
}
