import {
  addRestrictionSchema,
  changeRestrictionSchema,
  restrictionSchema,
  ruleListSchema,
  type RestrictionJson,
} from '../../../../shared/schemas/moderation/rules.ts';
import { isoOrNull, toIso } from '../../../../shared/text/dates/dates.ts';
import type { RestrictionTable } from '../../../platform/db/schema.ts';
import { bodyOf } from '../../requests/body.ts';
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
  type ApiContext,
} from '../../router.ts';
import { removalRefusals, removeRule, ruleParts, ruleRefusals, writeRule } from './rule-parts.ts';

const params = idOf('restriction');

const listRoute = createRoute({
  ...ruleParts,
  method: 'get',
  path: '/desk/restrictions/',
  operationId: 'listRestrictions',
  description: 'Those that have ended are shown for 30 days.',
  summary: 'Restrictions, newest first',
  request: { query: ruleListSchema.extend({ cursor: cursorParameter }) },
  responses: {
    200: jsonOf(pagedSchema(restrictionSchema, 'PagedRestrictions'), 'One page of restrictions.'),
    ...ruleRefusals,
  },
});

const addRoute = createRoute({
  ...ruleParts,
  method: 'post',
  path: '/desk/restrictions/',
  operationId: 'addRestriction',
  description: '`deny` refuses the action; `hold`, for publishing only, lets every new app wait for staff.',
  summary: 'Restricts an address, a network or an account',
  request: { body: bodyOf(addRestrictionSchema) },
  responses: { 201: jsonOf(restrictionSchema, 'The restriction.'), ...ruleRefusals },
});

const changeRoute = createRoute({
  ...ruleParts,
  method: 'patch',
  path: '/desk/restrictions/{id}/',
  operationId: 'changeRestriction',
  description: 'Whom it restricts and from what cannot be changed: remove it and add another one.',
  summary: 'Changes what is sent of a restriction',
  request: { params, body: bodyOf(changeRestrictionSchema) },
  responses: { 200: jsonOf(restrictionSchema, 'The restriction.'), ...ruleRefusals },
});

const removeRoute = createRoute({
  ...ruleParts,
  method: 'delete',
  path: '/desk/restrictions/{id}/',
  operationId: 'removeRestriction',
  description: 'It ends at once.',
  summary: 'Removes a restriction',
  request: { params },
  responses: { 200: jsonOf(doneSchema, 'Removed.'), ...removalRefusals },
});

const shape = ({ id, kind, pattern, action, effect, reason, ...row }: RestrictionTable): RestrictionJson => ({
  id,
  kind,
  pattern,
  action,
  effect,
  reason,
  until: isoOrNull(row.until),
  created_at: toIso(row.created_at),
});

/** What staff do with restrictions. */
export function createRestrictionsRouter({ siteUrl }: ApiContext) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      await requireStaff(c, 'moderator');
      const page = await c.var.services.rules.listRestrictions(c.req.valid('query'));
      return c.json(pagedOf(c, siteUrl, page, shape), 200);
    })
    .openapi(addRoute, async (c) => {
      const { rules } = c.var.services;
      const added = await writeRule(c, addRestrictionSchema, (staff, form) =>
        rules.addRestriction(staff, form),
      );
      return c.json(shape(added), 201);
    })
    .openapi(changeRoute, async (c) => {
      const { rules } = c.var.services;
      const { id } = c.req.valid('param');
      const changed = await writeRule(c, changeRestrictionSchema, (staff, form) =>
        rules.editRestriction(staff, id, form),
      );
      return c.json(shape(changed), 200);
    })
    .openapi(removeRoute, async (c) => {
      const { rules } = c.var.services;
      const { id } = c.req.valid('param');
      return c.json(await removeRule(c, (staff) => rules.dropRestriction(staff, id)), 200);
    });
}
