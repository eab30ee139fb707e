import {
  followSchema,
  followsSchema,
  noticeSettingsSchema,
  noticesSchema,
} from '../../../../shared/schemas/follow/follows.ts';
import { withAllowance } from '../../requests/allowance.ts';
import { bodyOf, readBody } from '../../requests/body.ts';
import { requireCaller } from '../../requests/caller.ts';
import { createRoute } from '../../requests/once.ts';
import { createRouter, jsonOf, refusing } from '../../router.ts';

const shared = { tags: ['Following'], security: [{ bearer: [] }] };

const followsRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/user/me/follows/',
  operationId: 'listFollows',
  description: 'Apps as `app:<id>`, developers as `user:<id>`, the latest first.',
  summary: 'What the account follows',
  responses: { 200: jsonOf(followsSchema, 'The subjects.'), ...refusing(401) },
});

const followRoute = createRoute({
  ...shared,
  method: 'put',
  path: '/user/me/follows/',
  operationId: 'follow',
  description:
    'Following again changes nothing. An account follows 500 subjects at most; deleted ones do not count.',
  summary: 'Follows an app or a developer, or ends it',
  request: { body: bodyOf(followSchema) },
  responses: { 200: jsonOf(followsSchema, 'The subjects.'), ...refusing(401, 404) },
});

const noticesRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/user/me/notices/',
  operationId: 'listNotices',
  description: 'Releases of followed apps, new apps of followed developers, and decisions about own reports.',
  summary: 'What is new for the account',
  responses: { 200: jsonOf(noticesSchema, 'What is new.'), ...refusing(401) },
});

const settingsRoute = createRoute({
  ...shared,
  method: 'put',
  path: '/user/me/notices/',
  operationId: 'changeNotices',
  description: 'Only what is sent changes.',
  summary: 'Says what was seen, and which mails the account gets',
  request: { body: bodyOf(noticeSettingsSchema) },
  responses: { 200: jsonOf(noticesSchema, 'What is new.'), ...refusing(401) },
});

export function createFollowsRouter() {
  return createRouter()
    .openapi(followsRoute, async (c) => {
      const caller = await requireCaller(c);
      return c.json({ subjects: await c.var.services.follows.listFollows(caller) }, 200);
    })
    .openapi(followRoute, async (c) => {
      const caller = await requireCaller(c);
      const input = readBody(c, followSchema);
      const subjects = await withAllowance(c.var.services, caller, ['saves'], () =>
        c.var.services.follows.follow(caller, input),
      );
      return c.json({ subjects }, 200);
    })
    .openapi(noticesRoute, async (c) => {
      const caller = await requireCaller(c);
      return c.json(await c.var.services.follows.listNotices(caller), 200);
    })
    .openapi(settingsRoute, async (c) => {
      const caller = await requireCaller(c);
      const input = readBody(c, noticeSettingsSchema);
      const notices = await withAllowance(c.var.services, caller, ['saves'], () =>
        c.var.services.follows.changeNotices(caller, input),
      );
      return c.json(notices, 200);
    });
}
