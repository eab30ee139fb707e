// Views and taps: what owners see of them, and the taps that pages report.
import type { Context } from 'hono';
import { z } from 'zod';
import { appCountsSchema, viewCountsSchema, viewDays } from '../../../../shared/schemas/views.ts';
import { absentApp, requireOwner } from '../../../apps/index.ts';
import { viewerOf } from '../../../http/page-views.ts';
import { isId } from '../../../platform/ids.ts';
import { quotas } from '../../../platform/quotas/quotas.ts';
import { requireSelf } from '../../../profiles/index.ts';
import { clientOf, requireCaller } from '../../requests/caller.ts';
import { createRoute, withoutKey } from '../../requests/once.ts';
import {
  createRouter,
  doneSchema,
  idOf,
  jsonOf,
  nameIdOfApp,
  refusing,
  type ApiContext,
} from '../../router.ts';

const security = [{ bearer: [] }];

const userViewsRoute = createRoute({
  method: 'get',
  path: '/user/{id}/views/',
  operationId: 'getUserViews',
  description: 'Of the last 30 days. The id has to be the own one.',
  tags: ['Users'],
  security,
  summary: 'How often the own profile was viewed, by day',
  request: { params: idOf('user') },
  responses: { 200: jsonOf(viewCountsSchema, 'The views.'), ...refusing(401, 403, 404) },
});

const appViewsRoute = createRoute({
  method: 'get',
  path: '/app/{name_id}/views/',
  operationId: 'getAppViews',
  description: 'Of the last 30 days. Only the owner may.',
  tags: ['Apps'],
  security,
  summary: 'How often an own app was viewed and its links were tapped, by day',
  request: { params: nameIdOfApp },
  responses: { 200: jsonOf(appCountsSchema, 'The counts.'), ...refusing(401, 403, 404) },
});

const tapRoute = createRoute(
  {
    method: 'post',
    path: '/app/{id}/taps/',
    operationId: 'countTap',
    description:
      'For the pages of the site: a request of another site, an unknown app, a bot and a repeated tap count nothing and are answered alike.',
    tags: ['Apps'],
    summary: 'Counts a tap on a link of an app, once a visitor and day',
    request: { params: z.object({ id: z.string().meta({ description: 'Id of the app.' }) }) },
    responses: { 200: jsonOf(doneSchema, 'Taken.'), ...refusing(429) },
  },
  withoutKey('A visitor counts once a day.'),
);

/** Threat: another site sends taps with the browsers of its visitors. Browsers name the site that sends a POST. */
function isFromPage(c: Context, siteUrl: string): boolean {
  return (
    c.req.header('origin') === siteUrl && (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  );
}

export function createCountsRouter({ siteUrl }: ApiContext) {
  return createRouter()
    .openapi(userViewsRoute, async (c) => {
      const { services } = c.var;
      const { id } = c.req.valid('param');
      requireSelf(await requireCaller(c), id);
      return c.json(await services.views.viewsOf(`user:${id}`, viewDays), 200);
    })
    .openapi(appViewsRoute, async (c) => {
      const { apps, views } = c.var.services;
      const caller = await requireCaller(c);
      let found = await apps.findApp(c.req.valid('param').name_id);
      if (found.kind === 'renamed') found = await apps.findApp(found.nameId);
      if (found.kind !== 'found') throw absentApp(found);
      requireOwner(caller, found.app.owner.id);
      return c.json(await views.countsOf(found.app.id, viewDays), 200);
    })
    .openapi(tapRoute, async (c) => {
      const { limiter, views } = c.var.services;
      const { id } = c.req.valid('param');
      const client = clientOf(c);
      if (isId(id) && isFromPage(c, siteUrl)) {
        await limiter.spend(quotas.taps, { account: null, client });
        const { address, userAgent = '' } = client;
        views.count({
          subject: `tap:${id}`,
          address,
          userAgent: userAgent.slice(0, 512),
          viewer: viewerOf(c.req.header('cookie')),
        });
      }
      return c.json({ success: true } as const, 200);
    });
}
