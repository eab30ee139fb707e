import { z } from 'zod';
import {
  addShelfSchema,
  changeShelfSchema,
  deskShelfSchema,
  pickParameters,
  pickSchema,
  removeShelfSchema,
} from '../../../../shared/schemas/moderation/shelves.ts';
import { shelfKeeper } from '../../../shelves/index.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { requireStaff } from '../../requests/staff.ts';
import { createRoute } from '../../requests/once.ts';
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
} from '../../router.ts';

const tags = ['Desk'];
const security = [{ bearer: [] }];
const effect = 'For staff. It is in effect on every node when it is answered.';
const params = idOf('shelf');
const shelf = jsonOf(deskShelfSchema, 'The shelf.');

const listRoute = createRoute({
  method: 'get',
  path: '/desk/shelves/',
  operationId: 'listDeskShelves',
  description: 'Those that begin last come first. Each app says what it lacks.',
  tags,
  security,
  summary: 'The shelves of the front page that editors keep',
  request: { query: z.object({ cursor: cursorParameter }) },
  responses: {
    200: jsonOf(pagedSchema(deskShelfSchema, 'PagedDeskShelves'), 'A page of shelves.'),
    ...refusing(401, 403, 404),
  },
});

const checkRoute = createRoute({
  method: 'get',
  path: '/desk/picks/',
  operationId: 'checkPick',
  description: 'By its name_id, id or address.',
  tags,
  security,
  summary: 'An app, and what it lacks to be picked',
  request: { query: pickParameters },
  responses: { 200: jsonOf(pickSchema, 'The app.'), ...refusing(401, 403, 404) },
});

const addRoute = createRoute({
  method: 'post',
  path: '/desk/shelves/',
  operationId: 'addShelf',
  description: `${effect} Two shelves of one slot cannot be there at one time: that answers 409.`,
  tags,
  security,
  summary: 'Adds a shelf',
  request: { body: bodyOf(addShelfSchema) },
  responses: { 201: shelf, ...refusing(401, 403, 404, 429) },
});

const changeRoute = createRoute({
  method: 'patch',
  path: '/desk/shelves/{id}/',
  operationId: 'changeShelf',
  description: `${effect} A shelf that is over does not change any more.`,
  tags,
  security,
  summary: 'Replaces what a shelf is',
  request: { params, body: bodyOf(changeShelfSchema) },
  responses: { 200: shelf, ...refusing(401, 403, 404, 429) },
});

const removeRoute = createRoute({
  method: 'post',
  path: '/desk/shelves/{id}/remove/',
  operationId: 'removeShelf',
  description: effect,
  tags,
  security,
  summary: 'Removes a shelf',
  request: { params, body: bodyOf(removeShelfSchema) },
  responses: { 200: jsonOf(doneSchema, 'It is gone.'), ...refusing(401, 403, 404, 429) },
});

/** What editors see and change of the shelves. */
export function createDeskShelvesRouter({ shapes, siteUrl }: Pick<ApiContext, 'shapes' | 'siteUrl'>) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      await requireStaff(c, shelfKeeper);
      const page = await c.var.services.shelves.listShelves(c.req.valid('query').cursor);
      return c.json(pagedOf(c, siteUrl, page, shapes.deskShelf), 200);
    })
    .openapi(checkRoute, async (c) => {
      await requireStaff(c, shelfKeeper);
      const pick = await c.var.services.shelves.checkPick(c.req.valid('query').app);
      return c.json(shapes.pick(pick), 200);
    })
    .openapi(addRoute, async (c) => {
      const staff = await requireStaff(c, shelfKeeper);
      const { services } = c.var;
      const form = readBody(c, addShelfSchema);
      const added = await withAllowance(services, staff, ['deskChanges'], () =>
        services.shelves.addShelf(staff, form),
      );
      return c.json(shapes.deskShelf(added), 201);
    })
    .openapi(changeRoute, async (c) => {
      const staff = await requireStaff(c, shelfKeeper);
      const { services } = c.var;
      const form = readBody(c, changeShelfSchema);
      const changed = await withAllowance(services, staff, ['deskChanges'], () =>
        services.shelves.changeShelf(staff, c.req.valid('param').id, form),
      );
      return c.json(shapes.deskShelf(changed), 200);
    })
    .openapi(removeRoute, async (c) => {
      const staff = await requireStaff(c, shelfKeeper);
      const { services } = c.var;
      const form = readBody(c, removeShelfSchema);
      await withAllowance(services, staff, ['deskChanges'], () =>
        services.shelves.removeShelf(staff, c.req.valid('param').id, form),
      );
      return c.json({ success: true as const }, 200);
    });
}
