import { z } from 'zod';
import { messages } from '../../../shared/text/messages.ts';
import { appSchema } from '../../../shared/schemas/apps.ts';
import { portfolioApps } from '../../../shared/schemas/limits.ts';
import { updateProfileSchema } from '../../../shared/schemas/profile-forms.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { ownUserSchema, userSchema } from '../../../shared/schemas/users.ts';
import { AppError } from '../../platform/errors.ts';
import type { QuotaName } from '../../platform/quotas/quotas.ts';
import { refuseUnverifiedPicture, withUploadAllowance } from '../requests/allowance.ts';
import { requireCaller } from '../requests/caller.ts';
import { examples } from '../description/examples.ts';
import { createRoute } from '../requests/once.ts';
import { createRouter, idOf, jsonOf, refusing, type ApiContext } from '../router.ts';
import { filesOf, pictureSource, uploadOf, validFields } from '../requests/upload.ts';

const tags = ['Users'];
const security = [{ bearer: [] }];
const params = idOf('user');

const updateRoute = createRoute({
  method: 'patch',
  path: '/user/{id}/',
  operationId: 'updateUser',
  description:
    'The id has to be the own one. Before verification there is no picture and no handle. JSON and urlencoded bodies carry the texts alone; a picture needs multipart.',
  tags,
  security,
  summary: 'Changes what is sent of the own profile',
  request: {
    params,
    body: uploadOf(updateProfileSchema, { files: { dp: 1 }, example: examples.updateUser }),
  },
  responses: {
    200: jsonOf(ownUserSchema, 'The user.'),
    ...refusing(401, 403, 404),
  },
});

const portfolioSchema = z
  .object({
    url: z.url(),
    user: userSchema,
    apps: z.array(appSchema).meta({ maxItems: portfolioApps }),
    apps_count: z.int(),
  })
  .meta({ id: 'Portfolio', description: `A user with their newest ${portfolioApps} apps.` });

const portfolioRoute = createRoute({
  method: 'get',
  path: '/user/{id}/portfolio/',
  operationId: 'getPortfolio',
  description: 'For a page of the own that shows what one has built.',
  tags,
  summary: 'A user with their apps in one answer',
  request: { params },
  responses: { 200: jsonOf(portfolioSchema, 'The portfolio.'), ...refusing(404) },
});

export function createProfilesRouter(context: ApiContext) {
  const { shapes, siteUrl } = context;
  return createRouter()
    .openapi(updateRoute, async (c) => {
      const { profiles } = c.var.services;
      const { id } = c.req.valid('param');
      const caller = await requireCaller(c);
      const allow = async () => {
        await profiles.requireMayUpdate(caller, id);
        refuseUnverifiedPicture(c, caller);
      };
      const quotas: QuotaName[] = caller.isVerified ? ['changes'] : ['changes', 'unverifiedChanges'];
      c.set('shape', shapes.ownUser);
      const user = await withUploadAllowance(c, context, caller, { quotas, allow }, (upload) => {
        const [picture] = filesOf(upload, 'dp').slice(-1).map(pictureSource);
        return profiles.updateUser(caller, id, validFields(upload, updateProfileSchema), picture);
      });
      return c.json(shapes.ownUser(user), 200);
    })
    .openapi(portfolioRoute, async (c) => {
      const { apps, profiles } = c.var.services;
      const user = await profiles.findUser(c.req.valid('param').id);
      if (!user) throw new AppError(404, messages.profile.missing);
      const page = await apps.listApps({ ownerId: user.id, limit: portfolioApps, withLimited: true });
      const body = {
        url: siteUrl + urls.profileOf(user),
        user: shapes.user(user),
        apps: page.items.map(shapes.app),
        apps_count: page.count,
      };
      return c.json(body, 200);
    });
}
