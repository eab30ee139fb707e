import { ownLinksSchema } from '../../../../shared/schemas/links/links.ts';
import { requireCaller } from '../../requests/caller.ts';
import { createRoute } from '../../requests/once.ts';
import { createRouter, jsonOf, nameIdOfApp, refusing } from '../../router.ts';

const showRoute = createRoute({
  method: 'get',
  path: '/app/{name_id}/links/',
  operationId: 'getAppLinks',
  description:
    'For the owner alone. Links are looked at once a week, and after a failure again after 1, 3 and 7 days. To take over `moved_to`, send it as that link with PATCH /app/{name_id}/.',
  tags: ['Apps'],
  security: [{ bearer: [] }],
  summary: 'Whether the links of an app answer',
  request: { params: nameIdOfApp },
  responses: { 200: jsonOf(ownLinksSchema, 'The links.'), ...refusing(401, 403, 404) },
});

export function createAppLinksRouter() {
  return createRouter().openapi(showRoute, async (c) => {
    const caller = await requireCaller(c);
    return c.json(await c.var.services.links.showLinks(caller, c.req.valid('param').name_id), 200);
  });
}
