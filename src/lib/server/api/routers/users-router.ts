import type { Context } from 'hono';
import { z } from 'zod';
import { messages } from '../../../shared/text/messages.ts';
import { ownUserSchema, userSchema } from '../../../shared/schemas/users.ts';
import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../services.ts';
import { pagedApps } from './apps-router.ts';
import { findCaller, requireCaller } from '../requests/caller.ts';
import { createRoute } from '../requests/once.ts';
import {
  createRouter,
  idOf,
  cursorParameter,
  jsonOf,
  pagedOf,
  refusing,
  type ApiContext,
  type ApiEnv,
} from '../router.ts';

const tags = ['Users'];
const params = idOf('user');

const meRoute = createRoute({
  method: 'get',
  path: '/user/me/',
  operationId: 'getMe',
  description: 'With the contact details that others are not shown.',
  tags,
  summary: 'The user who is logged in',
  security: [{ bearer: [] }],
  responses: { 200: jsonOf(ownUserSchema, 'The user.'), ...refusing(401) },
});

const detailRoute = createRoute({
  method: 'get',
  path: '/user/{id}/',
  operationId: 'getUser',
  description:
    'Before verification it is answered 404 to everybody but the user. Contact details that the user does not show are empty texts.',
  tags,
  summary: 'One user; before verification only with the own bearer token',
  security: [{}, { bearer: [] }],
  request: { params },
  responses: { 200: jsonOf(userSchema, 'The user.'), ...refusing(404) },
});

const appsRoute = createRoute({
  method: 'get',
  path: '/user/{id}/apps/',
  operationId: 'listUserApps',
  description: 'Before verification it is answered 404.',
  tags,
  summary: "A user's apps, newest first",
  request: { params, query: z.object({ cursor: cursorParameter }) },
  responses: { 200: jsonOf(pagedApps, 'One page of apps.'), ...refusing(404) },
});

export function createUsersRouter({ shapes, siteUrl }: ApiContext) {
  const existing = async ({ profiles }: Services, id: string) => {
    const user = await profiles.findUser(id);
    if (!user) throw new AppError(404, messages.profile.missing);
    return user;
  };
  /** The caller's own profile, while nobody else may see it. */
  const ownUnverified = async (c: Context<ApiEnv>, id: string) => {
    const { services } = c.var;
    const caller = await findCaller(c);
    if (caller === null || caller.isVerified || caller.userId !== id) return null;
    return await services.profiles.findOwnUser(id);
  };
  return createRouter()
    .openapi(meRoute, async (c) => {
      const { services } = c.var;
      const { userId } = await requireCaller(c);
      const user = await services.profiles.findOwnUser(userId);
      if (!user) throw new AppError(401, messages.errors.login);
      return c.json(shapes.ownUser(user), 200);
    })
    .openapi(detailRoute, async (c) => {
      const { id } = c.req.valid('param');
      const own = await ownUnverified(c, id);
      if (own) {
        c.header('Cache-Control', 'no-store');
        return c.json(shapes.user(own), 200);
      }
      const user = await existing(c.var.services, id);
      return c.json(shapes.user(user), 200);
    })
    .openapi(appsRoute, async (c) => {
      const { services } = c.var;
      const { id } = await existing(services, c.req.valid('param').id);
      const { cursor } = c.req.valid('query');
      const page = await services.apps.listApps({ ownerId: id, cursor, withLimited: true });
      return c.json(pagedOf(c, siteUrl, page, shapes.app), 200);
    });
}
