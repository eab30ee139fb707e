import {
  changeAppLimitSchema,
  changeRoleSchema,
  deleteAccountForSchema,
  deskAccountDetailSchema,
  deskAccountSchema,
  endedSessionsSchema,
  findAccountsSchema,
  staffSchema,
} from '../../../shared/schemas/moderation/desk-accounts.ts';
import { fullName } from '../../../shared/schemas/users.ts';
import { buildHash, version } from '../../platform/version.ts';
import { withAllowance } from '../requests/allowance.ts';
import { bodyOf, readBody } from '../requests/body.ts';
import { requireStaff } from '../requests/staff.ts';
import { createRoute } from '../requests/once.ts';
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
} from '../router.ts';

const tags = ['Desk'];
const security = [{ bearer: [] }];
const params = idOf('account');
const forAdmins = 'Only for admins, who have proved their second factor within ten minutes.';

const meRoute = createRoute({
  method: 'get',
  path: '/desk/me/',
  operationId: 'findDeskStaff',
  description: 'Answers 404 to everybody but staff, as every address of the desk.',
  tags,
  security,
  summary: 'Which member of staff asks',
  responses: { 200: jsonOf(staffSchema, 'The caller.'), ...refusing(401, 403, 404) },
});

const searchRoute = createRoute({
  method: 'get',
  path: '/desk/accounts/',
  operationId: 'findDeskAccounts',
  description: 'Accounts in every state but deleted ones, newest first.',
  tags,
  security,
  summary: 'Finds accounts by name, email, handle or id',
  request: { query: findAccountsSchema.extend({ cursor: cursorParameter }) },
  responses: {
    200: jsonOf(pagedSchema(deskAccountSchema, 'PagedDeskAccounts'), 'One page of accounts.'),
    ...refusing(401, 403, 404, 429),
  },
});

const detailRoute = createRoute({
  method: 'get',
  path: '/desk/accounts/{id}/',
  operationId: 'findDeskAccount',
  description: 'The account in any state.',
  tags,
  security,
  summary: 'An account with its listings, strikes and decisions',
  request: { params },
  responses: { 200: jsonOf(deskAccountDetailSchema, 'The account.'), ...refusing(401, 403, 404) },
});

const endSessionsRoute = createRoute({
  method: 'post',
  path: '/desk/accounts/{id}/end-sessions/',
  operationId: 'endDeskAccountSessions',
  description: 'Refused for the own account, and to moderators for accounts of staff.',
  tags,
  security,
  summary: 'Ends every login of an account',
  request: { params },
  responses: { 200: jsonOf(endedSessionsSchema, 'How many ended.'), ...refusing(401, 403, 404, 429) },
});

const verificationRoute = createRoute({
  method: 'post',
  path: '/desk/accounts/{id}/verification/',
  operationId: 'sendDeskAccountVerification',
  description: 'Once a minute for each account.',
  tags,
  security,
  summary: 'Mails a new verification code to a pending account',
  request: { params },
  responses: { 200: jsonOf(doneSchema, 'Mailed.'), ...refusing(401, 403, 404, 429) },
});

const limitRoute = createRoute({
  method: 'post',
  path: '/desk/accounts/{id}/app-limit/',
  operationId: 'changeDeskAccountAppLimit',
  description:
    'At first it is 500. Apps beyond a lower limit stay. Refused for the own account, and to moderators for accounts of staff.',
  tags,
  security,
  summary: 'Changes how many apps an account may have',
  request: { params, body: bodyOf(changeAppLimitSchema) },
  responses: { 200: jsonOf(deskAccountDetailSchema, 'The account.'), ...refusing(401, 403, 404, 429) },
});

const roleRoute = createRoute({
  method: 'post',
  path: '/desk/accounts/{id}/role/',
  operationId: 'changeDeskAccountRole',
  description: `${forAdmins} Losing rights ends every login of the account.`,
  tags,
  security,
  summary: 'Changes the role of an account',
  request: { params, body: bodyOf(changeRoleSchema) },
  responses: { 200: jsonOf(deskAccountDetailSchema, 'The account.'), ...refusing(401, 403, 404, 429) },
});

const deleteRoute = createRoute({
  method: 'post',
  path: '/desk/accounts/{id}/delete/',
  operationId: 'deleteDeskAccount',
  description: `${forAdmins} Works like the deletion by the owner, without the password.`,
  tags,
  security,
  summary: 'Deletes an account whose owner has asked for it',
  request: { params, body: bodyOf(deleteAccountForSchema) },
  responses: { 200: jsonOf(doneSchema, 'It is closed.'), ...refusing(401, 403, 404, 429) },
});

/** What staff see and do of accounts. */
export function createDeskAccountsRouter({ siteUrl }: ApiContext) {
  return createRouter()
    .openapi(meRoute, async (c) => {
      const { userId, role } = await requireStaff(c, 'moderator');
      const user = await c.var.services.profiles.findOwnUser(userId);
      return c.json({ id: userId, name: user ? fullName(user) : '', role, version, build: buildHash() }, 200);
    })
    .openapi(searchRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const { services } = c.var;
      const { q, cursor } = c.req.valid('query');
      const page = await withAllowance(services, staff, ['deskSearches'], () =>
        services.moderation.findAccounts(q, cursor),
      );
      return c.json(
        pagedOf(c, siteUrl, page, (account) => account),
        200,
      );
    })
    .openapi(detailRoute, async (c) => {
      await requireStaff(c, 'moderator');
      return c.json(await c.var.services.moderation.describeAccount(c.req.valid('param').id), 200);
    })
    .openapi(endSessionsRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const { services } = c.var;
      const ended = await withAllowance(services, staff, ['deskChanges'], () =>
        services.accounts.endSessionsFor(staff, c.req.valid('param').id),
      );
      return c.json({ ended }, 200);
    })
    .openapi(verificationRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const { services } = c.var;
      await withAllowance(services, staff, ['deskChanges'], () =>
        services.accounts.sendVerificationFor(staff, c.req.valid('param').id),
      );
      return c.json({ success: true as const }, 200);
    })
    .openapi(limitRoute, async (c) => {
      const staff = await requireStaff(c, 'moderator');
      const { services } = c.var;
      const userId = c.req.valid('param').id;
      const { app_limit: limit } = readBody(c, changeAppLimitSchema);
      await withAllowance(services, staff, ['deskChanges'], () =>
        services.accounts.changeAppLimitFor(staff, { userId, limit }),
      );
      return c.json(await services.moderation.describeAccount(userId), 200);
    })
    .openapi(roleRoute, async (c) => {
      const staff = await requireStaff(c, 'admin', { isFresh: true });
      const { services } = c.var;
      const userId = c.req.valid('param').id;
      const { role } = readBody(c, changeRoleSchema);
      await withAllowance(services, staff, ['deskChanges'], () =>
        services.accounts.changeRoleFor(staff, { userId, role }),
      );
      return c.json(await services.moderation.describeAccount(userId), 200);
    })
    .openapi(deleteRoute, async (c) => {
      const staff = await requireStaff(c, 'admin', { isFresh: true });
      const { services } = c.var;
      const userId = c.req.valid('param').id;
      const { email } = readBody(c, deleteAccountForSchema);
      await withAllowance(services, staff, ['deskChanges'], () =>
        services.ownData.deleteOnRequest(staff, { userId, email }),
      );
      return c.json({ success: true as const }, 200);
    });
}
