import {
  addLinkRuleSchema,
  changeLinkRuleSchema,
  linkRuleSchema,
  ruleListSchema,
  type LinkRuleJson,
} from '../../../../shared/schemas/moderation/rules.ts';
import { toIso } from '../../../../shared/text/dates/dates.ts';
import type { LinkRuleTable } from '../../../platform/db/schema.ts';
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

const params = idOf('link rule');

const listRoute = createRoute({
  ...ruleParts,
  method: 'get',
  path: '/desk/links/',
  operationId: 'listLinkRules',
  description: 'Those whose host holds `q`.',
  summary: 'Link rules, newest first',
  request: { query: ruleListSchema.extend({ cursor: cursorParameter }) },
  responses: {
    200: jsonOf(pagedSchema(linkRuleSchema, 'PagedLinkRules'), 'One page of link rules.'),
    ...ruleRefusals,
  },
});

const addRoute = createRoute({
  ...ruleParts,
  method: 'post',
  path: '/desk/links/',
  operationId: 'addLinkRule',
  description:
    'It stands for the subdomains as well. `deny` refuses a listing that links there; `hold` lets it wait for staff.',
  summary: 'Adds a rule for the links to a host',
  request: { body: bodyOf(addLinkRuleSchema) },
  responses: { 201: jsonOf(linkRuleSchema, 'The link rule.'), ...ruleRefusals },
});

const changeRoute = createRoute({
  ...ruleParts,
  method: 'patch',
  path: '/desk/links/{id}/',
  operationId: 'changeLinkRule',
  description: 'The host cannot be changed: remove the rule and add another one.',
  summary: 'Changes what is sent of a link rule',
  request: { params, body: bodyOf(changeLinkRuleSchema) },
  responses: { 200: jsonOf(linkRuleSchema, 'The link rule.'), ...ruleRefusals },
});

const removeRoute = createRoute({
  ...ruleParts,
  method: 'delete',
  path: '/desk/links/{id}/',
  operationId: 'removeLinkRule',
  description: 'Apps that it held stay held until staff decide.',
  summary: 'Removes a link rule',
  request: { params },
  responses: { 200: jsonOf(doneSchema, 'Removed.'), ...removalRefusals },
});

const shape = ({ id, host, effect, reason, created_at }: LinkRuleTable): LinkRuleJson => ({
  id,
  host,
  effect,
  reason,
  created_at: toIso(created_at),
});

/** What staff do with link rules. */
export function createLinkRulesRouter({ siteUrl }: ApiContext) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      await requireStaff(c, 'moderator');
      const page = await c.var.services.rules.listLinks(c.req.valid('query'));
      return c.json(pagedOf(c, siteUrl, page, shape), 200);
    })
    .openapi(addRoute, async (c) => {
      const { rules } = c.var.services;
      const added = await writeRule(c, addLinkRuleSchema, (staff, form) => rules.addLink(staff, form));
      return c.json(shape(added), 201);
    })
    .openapi(changeRoute, async (c) => {
      const { rules } = c.var.services;
      const { id } = c.req.valid('param');
      const changed = await writeRule(c, changeLinkRuleSchema, (staff, form) =>
        rules.editLink(staff, id, form),
      );
      return c.json(shape(changed), 200);
    })
    .openapi(removeRoute, async (c) => {
      const { rules } = c.var.services;
      const { id } = c.req.valid('param');
      return c.json(await removeRule(c, (staff) => rules.dropLink(staff, id)), 200);
    });
}
